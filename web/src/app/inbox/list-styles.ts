import { css } from "lit";

export const listStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    background: var(--surface);
    padding-block-start: env(safe-area-inset-top);
  }
  header {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 12px 12px 8px 16px;
  }
  .brand {
    display: flex;
    align-items: center;
    gap: 9px;
    font-size: 1.0625rem;
    font-weight: 680;
    letter-spacing: -0.015em;
    border-radius: 8px;
  }
  .brand img {
    inline-size: 26px;
    block-size: 26px;
  }
  h1 {
    display: contents;
  }
  header .new {
    margin-inline-start: auto;
  }
  .link {
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: var(--line-strong);
  }
  .link.live {
    background: light-dark(#22a35a, #4cc780);
  }
  .link.lost {
    background: var(--yellow-line);
  }
  .search {
    position: relative;
    padding: 0 12px;
  }
  .search svg {
    position: absolute;
    inset-inline-start: 22px;
    inset-block-start: 10px;
    inline-size: 18px;
    block-size: 18px;
    color: var(--ink-faint);
  }
  .search .field {
    padding-inline-start: 36px;
    background: var(--well);
    border-color: transparent;
    font-size: 0.9375rem;
  }
  .tabs {
    display: flex;
    gap: 2px;
    margin: 10px 12px 0;
    padding: 3px;
    border-radius: 10px;
    background: var(--well);
  }
  .tabs button {
    flex: 1;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 5px;
    min-block-size: 32px;
    padding: 0 4px;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--ink-soft);
    font-size: 0.8125rem;
    font-weight: 550;
    white-space: nowrap;
    cursor: pointer;
  }
  .tabs button[aria-current="page"] {
    background: var(--raised);
    color: var(--ink);
    box-shadow: var(--shadow);
  }
  .count {
    min-inline-size: 19px;
    padding: 0 5px;
    border-radius: 10px;
    background: var(--accent);
    color: var(--on-accent);
    font-size: 0.75rem;
    line-height: 19px;
    font-weight: 650;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    padding: 10px 12px 0;
  }
  .filters select {
    max-inline-size: 100%;
    min-block-size: 30px;
    padding: 0 8px;
    border: 1px solid var(--line);
    border-radius: 15px;
    background: var(--surface);
    color: var(--ink-soft);
    font-size: 0.8125rem;
    cursor: pointer;
    text-overflow: ellipsis;
  }
  .filters .on {
    border-color: var(--accent);
    color: var(--accent);
    background: var(--accent-soft);
  }
  @media (pointer: coarse) {
    .tabs button,
    .filters select,
    .search .field,
    .brand,
    .alike {
      min-block-size: 44px;
    }
    .search svg {
      inset-block-start: 13px;
    }
  }
  .list {
    flex: 1;
    min-block-size: 0;
    overflow-y: auto;
    padding: 8px 8px calc(16px + env(safe-area-inset-bottom));
    outline: none;
    scrollbar-width: thin;
  }
  ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .none {
    padding: 28px 16px;
    text-align: center;
    color: var(--ink-soft);
    font-size: 0.875rem;
  }
  .more {
    display: flex;
    margin: 10px auto;
  }
  .row {
    display: flex;
    gap: 11px;
    padding: 10px 10px 11px;
    border-radius: 10px;
    transition: background 0.1s;
  }
  .row:hover {
    background: var(--hover);
  }
  .row[aria-current="true"] {
    background: var(--accent-soft);
  }
  .face,
  .mark {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 32px;
    block-size: 32px;
    margin-block-start: 2px;
    border-radius: 10px;
    font-size: 0.875rem;
    font-weight: 650;
  }
  .face {
    background: light-dark(hsl(var(--hue) 70% 93%), hsl(var(--hue) 32% 24%));
    color: light-dark(hsl(var(--hue) 60% 28%), hsl(var(--hue) 75% 84%));
  }
  .mark {
    background: var(--well);
    color: var(--ink-soft);
  }
  .mark svg {
    inline-size: 17px;
    block-size: 17px;
  }
  .mark.answered {
    background: var(--green-soft);
    color: var(--green);
  }
  .mark.timeout {
    background: var(--yellow-soft);
    color: var(--yellow);
  }
  .mark.cancelled {
    background: var(--red-soft);
    color: var(--red);
  }
  .what {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1px;
    flex: 1;
    min-inline-size: 0;
  }
  .top {
    display: flex;
    align-items: baseline;
    gap: 8px;
    font-size: 0.8125rem;
    color: var(--ink-soft);
  }
  .who {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 550;
  }
  .project {
    font-weight: 400;
  }
  time,
  .clock {
    flex: none;
    font-size: 0.75rem;
    font-variant-numeric: tabular-nums;
  }
  .clock {
    padding: 0 6px;
    border-radius: 8px;
    background: var(--yellow-soft);
    color: var(--yellow);
    font-weight: 600;
  }
  .clock.soon {
    background: var(--red-soft);
    color: var(--red);
  }
  .title {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    overflow-wrap: anywhere;
    font-size: 0.9375rem;
    line-height: 1.4;
    unicode-bidi: isolate;
  }
  .title.quiet {
    font-size: 0.875rem;
  }
  .mono {
    font-family: var(--mono);
    font-size: 0.75rem !important;
  }
  .said {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 0.875rem;
    font-weight: 550;
    unicode-bidi: isolate;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin-block-start: 4px;
  }
  .chips:empty {
    display: none;
  }
  .chip {
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    padding: 1px 7px;
    border-radius: 6px;
    background: var(--well);
    color: var(--ink-soft);
    font-size: 0.75rem;
    font-style: normal;
  }
  .row[aria-current="true"] .chip {
    background: light-dark(#fff, #342c57);
  }
  .chip.warn {
    background: var(--red-soft);
    color: var(--red);
    font-weight: 600;
  }
  .alike {
    display: flex;
    align-items: center;
    gap: 7px;
    margin: 2px 10px 8px 53px;
    padding: 5px 10px;
    border: 1px dashed var(--line-strong);
    border-radius: 9px;
    color: var(--ink-soft);
    font-size: 0.8125rem;
  }
  .alike:hover {
    background: var(--hover);
  }
  .alike b {
    margin-inline-start: auto;
    color: var(--accent);
    font-weight: 600;
  }
  .alike svg {
    inline-size: 16px;
    block-size: 16px;
  }
`;
