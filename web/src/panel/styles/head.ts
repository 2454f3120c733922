import { css } from "lit";

/** The head of the card, its clock, how it closed, and its tabs. */
export const headStyles = css`
  .head {
    position: relative;
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 10px 10px 0 var(--pad);
  }
  .who {
    flex: 1;
    min-inline-size: 0;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 12px;
    color: var(--sayso-ink-soft);
    font-size: 0.8125rem;
  }
  .names {
    display: inline-flex;
    gap: 6px;
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .names bdi {
    overflow: hidden;
    max-inline-size: 24ch;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .names bdi:first-child {
    color: var(--sayso-ink);
    font-weight: 600;
  }
  .sep {
    color: var(--sayso-ink-faint);
  }
  .round {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .segments {
    display: inline-flex;
    gap: 3px;
  }
  .segments i {
    inline-size: 10px;
    block-size: 4px;
    border-radius: 2px;
    background: var(--sayso-line-strong);
  }
  .segments .done {
    background: var(--sayso-accent-line);
  }
  .segments .now {
    background: var(--sayso-accent);
  }
  .chain {
    padding: 0 7px;
    border-radius: 99px;
    background: var(--sayso-well);
    font-size: 0.75rem;
    white-space: nowrap;
  }
  .chain.near {
    background: var(--sayso-warn-soft);
    color: var(--sayso-warn);
  }
  .approval-lead {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    color: var(--sayso-warn);
    font-weight: 600;
  }
  .head-buttons {
    display: flex;
    align-self: flex-start;
  }
  .icon-button {
    display: inline-grid;
    place-items: center;
    flex: none;
    inline-size: 36px;
    block-size: 36px;
    padding: 0;
    border: 0;
    border-radius: 9px;
    background: none;
    color: var(--sayso-ink-soft);
    cursor: pointer;
  }
  .icon-button:hover {
    background: var(--sayso-well);
    color: var(--sayso-ink);
  }
  .menu {
    position: absolute;
    z-index: 3;
    inset-block-start: 46px;
    inset-inline-end: 10px;
    display: grid;
    min-inline-size: 220px;
    padding: 5px;
    border: 1px solid var(--sayso-line);
    border-radius: 11px;
    background: var(--sayso-surface);
    box-shadow: var(--sayso-lift);
  }
  .menu-item {
    min-block-size: 38px;
    padding: 6px 12px;
    border: 0;
    border-radius: 7px;
    background: none;
    font-size: 0.875rem;
    text-align: start;
    cursor: pointer;
  }
  .menu-item:hover {
    background: var(--sayso-well);
  }

  /* The clock, and how it closed */
  .deadline,
  .closed {
    display: flex;
    align-items: center;
    gap: 4px 12px;
    margin: 8px var(--pad) 0;
    font-size: 0.875rem;
  }
  .deadline {
    padding: 4px 4px 4px 12px;
    border: 1px solid var(--sayso-line);
    border-radius: 10px;
    background: var(--sayso-well);
  }
  .deadline-words {
    flex: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
    padding-block: 4px;
  }
  .deadline user-question-countdown {
    align-self: center;
  }
  .held-words {
    font-weight: 600;
  }
  .closed {
    flex-wrap: wrap;
    outline-offset: 4px;
    border-radius: 4px;
  }
  .closed-state {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    font-weight: 600;
  }
  .answered .closed-state,
  .folded.answered > .icon:first-child {
    color: var(--sayso-good);
  }
  .timeout .closed-state,
  .folded.timeout > .icon:first-child {
    color: var(--sayso-warn);
  }

  /* Tabs */
  .tabs {
    display: flex;
    gap: 2px;
    margin-block-start: 6px;
    padding-inline: calc(var(--pad) - 8px);
    border-block-end: 1px solid var(--sayso-line);
    overflow-x: auto;
    scrollbar-width: none;
  }
  .tab {
    display: inline-flex;
    align-items: center;
    gap: 7px;
    flex: none;
    min-block-size: 44px;
    padding: 0 10px;
    border: 0;
    border-block-end: 2px solid transparent;
    background: none;
    color: var(--sayso-ink-soft);
    font-size: 0.875rem;
    font-weight: 550;
    cursor: pointer;
  }
  .tab:focus-visible {
    outline-offset: -3px;
    border-radius: 8px;
  }
  .tab bdi {
    overflow: hidden;
    max-inline-size: 24ch;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tab:hover {
    color: var(--sayso-ink);
  }
  .tab[aria-selected="true"] {
    color: var(--sayso-ink);
    border-color: var(--sayso-accent);
  }
  .tab-mark {
    display: inline-grid;
    place-items: center;
    flex: none;
    inline-size: 20px;
    block-size: 20px;
    border-radius: 50%;
    background: var(--sayso-well);
    font-size: 0.6875rem;
    font-variant-numeric: tabular-nums;
  }
  .tab-mark .icon {
    inline-size: 14px;
    block-size: 14px;
    stroke-width: 2.2;
  }
  .tab-mark.done {
    background: var(--sayso-accent);
    color: var(--sayso-on-accent);
  }
  .tab-mark.wrong {
    background: none;
    color: var(--sayso-bad);
  }
`;
