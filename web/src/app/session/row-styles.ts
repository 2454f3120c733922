import { css } from "lit";

/** The looks of the kinds of messages (S0 §1): a coloured edge, an icon and a word, never colour alone. */
export const rowStyles = css`
  .item {
    padding-block: 5px;
  }
  /* What a sub-agent said stands under the call that started it. */
  .nested {
    margin-inline-start: calc(var(--level, 1) * 14px);
    padding-inline-start: 14px;
    border-inline-start: 2px solid var(--line-strong);
  }
  .nest {
    display: flex;
    align-items: center;
    gap: 6px;
    padding-block-end: 4px;
    color: var(--ink-soft);
    font-size: 0.8125rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .nest svg {
    flex: none;
    inline-size: 15px;
    block-size: 15px;
  }
  .ghost {
    block-size: 84px;
    border-radius: var(--radius);
    background: var(--well);
  }
  .meta {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    padding-block: 4px;
    color: var(--ink-faint);
    font-size: 0.8125rem;
    text-align: center;
  }
  .meta svg {
    inline-size: 15px;
    block-size: 15px;
  }
  .meta a {
    color: var(--accent);
    text-decoration: underline;
  }
  .round {
    display: flex;
    align-items: center;
    gap: 12px;
    margin-block: 16px 10px;
    color: var(--purple);
    font-size: 0.8125rem;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }
  .round::before,
  .round::after {
    content: "";
    flex: 1;
    block-size: 1px;
    background: var(--line);
  }
  .said {
    --edge: var(--blue);
    padding: 11px 15px 12px;
    border: 1px solid var(--line);
    border-inline-start: 3px solid var(--edge);
    border-radius: 4px var(--radius) var(--radius) 4px;
    background: var(--surface);
    overflow-wrap: anywhere;
  }
  .said .head,
  .said summary {
    display: flex;
    align-items: center;
    gap: 7px;
    color: var(--edge);
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .said .head {
    margin-block-end: 5px;
  }
  .said .head svg,
  .said summary svg {
    flex: none;
    inline-size: 16px;
    block-size: 16px;
  }
  .said .head time {
    margin-inline-start: auto;
    color: var(--ink-faint);
    font-weight: 400;
  }
  .mono {
    font-family: var(--mono);
  }
  .thinking {
    --edge: var(--yellow);
    border-color: var(--yellow-line);
    background: var(--yellow-soft);
    padding: 0;
  }
  .thinking summary {
    padding: 9px 15px;
    cursor: pointer;
    list-style: none;
    border-radius: inherit;
  }
  @media (pointer: coarse) {
    .thinking summary {
      min-block-size: 44px;
    }
  }
  .thinking summary::-webkit-details-marker {
    display: none;
  }
  .thinking summary > :last-child {
    margin-inline-start: auto;
    transition: rotate 0.15s;
  }
  .thinking[open] summary > :last-child {
    rotate: 180deg;
  }
  .thinking[open] .peek {
    display: none;
  }
  .peek {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: var(--ink-soft);
    font-weight: 400;
  }
  .thinking .md {
    padding: 0 15px 12px;
    color: var(--ink-soft);
  }
  .tool_use {
    --edge: var(--green);
  }
  .tool_result {
    --edge: var(--blue);
  }
  .tool_result.failed {
    --edge: var(--red);
    background: var(--red-soft);
  }
  .error {
    --edge: var(--red);
    background: var(--red-soft);
  }
  .complete {
    --edge: var(--blue);
    background: var(--blue-soft);
  }
  .info {
    --edge: var(--sky);
    border-inline-start-color: var(--sky-line);
    background: var(--sky-soft);
  }
  .mine {
    --edge: var(--ink-soft);
    background: var(--well);
  }
  .ask_user_question {
    --edge: var(--purple);
    background: var(--purple-soft);
  }
  .tag {
    padding: 0 7px;
    border-radius: 8px;
    font-size: 0.75rem;
    font-style: normal;
    line-height: 1.5rem;
  }
  .tag.good {
    background: var(--green-soft);
    color: var(--green);
  }
  .tag.bad,
  .failed .tag {
    background: var(--red-soft);
    color: var(--red);
  }
  .tag.wait {
    background: var(--purple);
    color: light-dark(#fff, #1d1233);
    line-height: 1.25rem;
  }
  .said pre {
    max-block-size: 320px;
    margin: 0;
    padding: 9px 12px;
    overflow: auto;
    border-radius: 8px;
    background: var(--well);
    font: 0.8125rem/1.55 var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 4;
  }
  .said.failed pre,
  .said.error pre {
    background: light-dark(#fff, #26171a);
  }
  .said > .button {
    margin-block-start: 8px;
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px 14px;
    margin: 0;
    font-size: 0.8125rem;
  }
  dt {
    color: var(--ink-soft);
  }
  dd {
    margin: 0;
    font-family: var(--mono);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .asked + .asked {
    margin-block-start: 12px;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--line);
  }
  .chip {
    display: inline-block;
    margin-block-end: 4px;
    padding: 1px 8px;
    border-radius: 6px;
    background: light-dark(#ece2ff, #3a2a5e);
    color: light-dark(#6425d0, #c9b0ff);
    font-size: 0.75rem;
    font-style: normal;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .offered {
    display: grid;
    gap: 3px;
    margin: 8px 0 0;
    padding: 0;
    list-style: none;
    color: var(--ink-soft);
    font-size: 0.875rem;
  }
  .offered li {
    display: flex;
    align-items: baseline;
    gap: 8px;
  }
  .offered svg {
    flex: none;
    inline-size: 15px;
    block-size: 15px;
    translate: 0 3px;
  }
  .dot {
    flex: none;
    inline-size: 7px;
    block-size: 7px;
    margin-inline: 4px;
    border: 1.5px solid var(--line-strong);
    border-radius: 50%;
  }
  .picked {
    color: var(--ink);
    font-weight: 600;
  }
  .picked svg {
    color: var(--green);
    stroke-width: 3;
  }
  .outcome {
    display: flex;
    gap: 11px;
    padding: 4px 4px 4px 15px;
  }
  .outcome > div {
    min-inline-size: 0;
    padding-block-start: 3px;
  }
  .outcome .mark {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 28px;
    block-size: 28px;
    border-radius: 50%;
    background: var(--green-soft);
    color: var(--green);
  }
  .outcome .mark svg {
    inline-size: 16px;
    block-size: 16px;
    stroke-width: 2.4;
  }
  .outcome.cancelled .mark {
    background: var(--red-soft);
    color: var(--red);
  }
  .outcome.timeout .mark {
    background: var(--yellow-soft);
    color: var(--yellow);
  }
  .answer {
    padding-inline-start: calc(var(--depth, 0) * 14px);
    font-weight: 600;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .answer .quiet {
    font-weight: 400;
  }
  .answer .quiet::after {
    content: " ·";
  }
  .note {
    color: var(--ink-soft);
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  .by {
    color: var(--ink-faint);
    font-size: 0.8125rem;
  }
`;
