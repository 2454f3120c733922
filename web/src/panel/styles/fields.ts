import { css } from "lit";

/** The question's words, fields to write in, what was given, the review and approvals. */
export const fieldStyles = css`
  .question {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  .asked {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
  }
  .tags {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  .chip {
    overflow: hidden;
    max-inline-size: 100%;
    padding: 1px 9px;
    border-radius: 11px;
    background: var(--sayso-accent-soft);
    color: var(--sayso-accent-strong);
    font-size: 0.75rem;
    font-weight: 600;
    line-height: 20px;
    overflow-wrap: anywhere;
  }
  .question-text {
    font-size: 1.125rem;
    font-weight: 600;
    line-height: 1.45;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .question-text .md {
    white-space: normal;
  }
  .question-text .md-plain {
    white-space: pre-wrap;
  }
  .question-text :is(ul, ol, pre, table, blockquote) {
    font-size: 0.9375rem;
    font-weight: 400;
  }
  .question:not(.depth-0) .question-text {
    font-size: 0.9375rem;
  }
  .description {
    color: var(--sayso-ink-soft);
    font-size: 0.9375rem;
    max-block-size: 50vh;
    overflow: auto;
  }
  .problem,
  .locked,
  .warned {
    display: flex;
    align-items: center;
    gap: 6px;
    font-size: 0.8125rem;
  }
  .problem {
    color: var(--sayso-bad);
    font-weight: 550;
  }
  .question[data-wrong] > .choosing .option:not(.picked),
  .question[data-wrong] > .switch,
  .question[data-wrong] > .field,
  .question[data-wrong] > .secret .field {
    border-color: var(--sayso-bad-line);
  }
  .locked {
    color: var(--sayso-ink-soft);
  }
  .locked .icon {
    inline-size: 16px;
    block-size: 16px;
  }

  .field {
    display: block;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 10px 12px;
    border: 1px solid var(--sayso-line-strong);
    border-radius: 10px;
    background: var(--sayso-surface);
    line-height: 1.5;
    resize: vertical;
    field-sizing: content;
    max-block-size: 50vh;
  }
  textarea.field[rows="2"] {
    min-block-size: 72px;
  }
  input.field {
    field-sizing: fixed;
  }
  /* The buttons stick to the end of what scrolls: what one writes in must not come to lie under them. */
  .field,
  .own {
    scroll-margin-block: 12px 96px;
  }
  .field:focus {
    outline: 2px solid var(--sayso-focus);
    outline-offset: -1px;
    border-color: transparent;
  }
  .field::placeholder {
    color: var(--sayso-ink-faint);
    opacity: 1;
  }
  /* A smaller letter makes phones zoom in when the field is touched. */
  @media (pointer: coarse) {
    .field,
    .own,
    .filter input {
      font-size: 16px;
    }
  }
  .secret {
    display: flex;
    gap: 6px;
    align-items: center;
  }
  .secret .field {
    font-family: var(--sayso-mono);
  }
  .counter {
    justify-self: end;
    color: var(--sayso-ink-soft);
    font-size: 0.75rem;
    font-variant-numeric: tabular-nums;
  }
  .counter.over {
    color: var(--sayso-bad);
    font-weight: 600;
  }
  .note {
    display: grid;
    gap: 4px;
  }
  .add-note {
    justify-self: start;
    margin: -4px 0 -4px -10px;
  }
  .filter {
    position: relative;
    display: flex;
    align-items: center;
    gap: 8px;
    padding-inline: 12px;
    border: 1px solid var(--sayso-line-strong);
    border-radius: 10px;
    color: var(--sayso-ink-soft);
  }
  .filter:focus-within {
    outline: 2px solid var(--sayso-focus);
    outline-offset: -1px;
  }
  .filter input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 44px;
    padding: 0;
    border: 0;
    outline: none;
    background: none;
    color: var(--sayso-ink);
    appearance: none;
  }
  .filter input::placeholder {
    color: var(--sayso-ink-faint);
    opacity: 1;
  }
  .picked-list {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  .picked-chip {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-inline-size: 100%;
    min-block-size: 28px;
    padding: 0 10px;
    border: 1px solid var(--sayso-accent-line);
    border-radius: 99px;
    background: var(--sayso-accent-soft);
    font-size: 0.8125rem;
    cursor: pointer;
  }
  .picked-chip bdi {
    overflow: hidden;
    max-inline-size: 24ch;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    .picked-chip {
      min-block-size: 44px;
    }
  }

  /* Files */
  .context {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 6px;
  }
  .context > .quiet {
    margin-inline-end: 2px;
  }
  .context-file {
    max-inline-size: 100%;
    border: 1px solid var(--sayso-line);
    border-radius: 8px;
    font-size: 0.8125rem;
  }
  div.context-file,
  .context-file summary {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 32px;
    padding: 2px 10px;
    max-inline-size: 100%;
  }
  .context-file summary {
    cursor: pointer;
    list-style: none;
  }
  .context-file summary::-webkit-details-marker {
    display: none;
  }
  .context-file[open] {
    inline-size: 100%;
  }
  .context-file > .md,
  .context-file > p {
    margin: 0 10px 10px;
  }
  .context-file .icon {
    inline-size: 15px;
    block-size: 15px;
    color: var(--sayso-ink-soft);
  }
  .path {
    font-family: var(--sayso-mono);
    font-size: 0.75rem;
    overflow-wrap: anywhere;
  }
  @media (pointer: coarse) {
    .context-file summary {
      min-block-size: 44px;
    }
  }

  /* What was given */
  .given {
    padding: 10px 12px;
    border: 1px solid var(--sayso-line);
    border-radius: 10px;
    background: var(--sayso-well);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    max-block-size: 50vh;
    overflow: auto;
  }
  .given-note {
    display: flex;
    gap: 8px;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
  .given-note > :last-child {
    white-space: pre-wrap;
  }
  .given-note .quiet {
    flex: none;
    padding-block-start: 1px;
  }
  .closed + .given-note {
    margin: 6px var(--pad) 0;
  }

  /* Review */
  .review-title {
    margin-block-end: 10px;
    font-size: 1.125rem;
    font-weight: 600;
  }
  .review {
    display: grid;
    padding: 0;
    list-style: none;
    border: 1px solid var(--sayso-line);
    border-radius: 10px;
    overflow: clip;
  }
  .review li + li {
    border-block-start: 1px solid var(--sayso-line);
  }
  .review-row {
    display: grid;
    grid-template-columns: minmax(80px, 30%) 1fr;
    gap: 4px 16px;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 10px 14px;
    border: 0;
    background: none;
    text-align: start;
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  .review-row:hover {
    background: var(--sayso-hover);
  }
  .review-row:focus-visible {
    outline-offset: -3px;
    border-radius: 10px;
  }
  .review-asked {
    color: var(--sayso-ink-soft);
    font-size: 0.875rem;
    padding-block-start: 1px;
  }
  .review-given {
    font-weight: 550;
  }
  .review-given bdi {
    white-space: pre-wrap;
  }
  .review-given.missing {
    color: var(--sayso-bad);
  }
  .review-given.open {
    color: var(--sayso-ink-soft);
    font-weight: 400;
  }
  .review-note {
    display: block;
    color: var(--sayso-ink-soft);
    font-size: 0.875rem;
    font-weight: 400;
  }
  .review .depth-1 .review-row {
    padding-inline-start: 30px;
  }
  .review :is(.depth-2, .depth-3, .depth-4, .depth-5) .review-row {
    padding-inline-start: 46px;
  }
  @container (max-width: 480px) {
    .review-row {
      grid-template-columns: 1fr;
    }
    .picked-chip,
    .context-file summary {
      min-block-size: 44px;
    }
  }

  /* Approvals */
  .approval {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
  }
  .exact {
    margin: 0;
    font-family: var(--sayso-mono);
    font-size: 0.8125rem;
    line-height: 1.6;
  }
  .line {
    direction: ltr;
    unicode-bidi: isolate;
    white-space: break-spaces;
    overflow-wrap: anywhere;
    min-block-size: 1lh;
  }
  /* What goes on in the next row stands further in: no row of a name passes for a name. */
  .line.ours {
    padding-inline-start: 2ch;
    text-indent: -2ch;
  }
  .exact .line.ours {
    color: var(--sayso-ink-soft);
  }
  .line.foreign {
    position: relative;
    padding-inline-start: 2ch;
    border-inline-start: 2px solid var(--sayso-line-strong);
  }
  /* Where a line begins, and not where it goes on in the next row. */
  .line.foreign::before {
    content: "›" / "";
    position: absolute;
    inset-inline-start: 0.6ch;
    color: var(--sayso-ink-faint);
  }
  .carried {
    max-block-size: 160px;
    overflow: auto;
    margin-inline-start: 46px;
  }
  .action {
    max-block-size: min(40vh, 320px);
    overflow: auto;
    padding: 12px 14px;
    border: 1px solid var(--sayso-line-strong);
    border-radius: 10px;
    background: var(--sayso-well);
  }
  .hidden-char {
    padding: 0 3px;
    border-radius: 4px;
    background: var(--sayso-bad);
    color: var(--sayso-on-bad);
    font-family: var(--sayso-mono);
    font-size: 0.875em;
  }
  .warned {
    color: var(--sayso-warn);
    font-weight: 550;
  }
`;
