import { css } from "lit";

/** The card itself: head, clock, tabs, notices, foot, and the line it folds to. */
export const cardStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    color: var(--sayso-ink);
    font: 400 15px/1.55 var(--sayso-sans);
    -webkit-font-smoothing: antialiased;
    text-align: start;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  p,
  ul,
  dl,
  dd {
    margin: 0;
  }
  button,
  input,
  textarea {
    font: inherit;
    color: inherit;
  }
  :focus-visible {
    outline: 2px solid var(--sayso-focus);
    outline-offset: 2px;
  }
  .icon {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
  }
  .sr-only {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .quiet {
    color: var(--sayso-ink-soft);
    font-size: 0.8125rem;
  }
  .card {
    --pad: 20px;
    position: relative;
    display: flex;
    flex-direction: column;
    border: 1px solid var(--sayso-line);
    border-radius: var(--sayso-radius);
    background: var(--sayso-surface);
    box-shadow: var(--sayso-shadow);
    overflow: clip;
  }
  .card::before {
    content: "";
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    z-index: 2;
    inline-size: 3px;
    background: var(--sayso-accent);
    pointer-events: none;
  }
  .card.of-approval::before {
    background: var(--sayso-warn);
  }
  .card:is(.answered, .cancelled, .timeout)::before {
    background: var(--sayso-line-strong);
  }

  /* Head */
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
    max-inline-size: 18ch;
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

  .body {
    padding: 12px var(--pad) 20px;
  }
  .body:focus-visible {
    outline: none;
  }

  /* Notices */
  .notice {
    display: flex;
    gap: 10px;
    margin: 12px var(--pad) 0;
    padding: 10px 12px;
    border: 1px solid var(--sayso-line);
    border-radius: 10px;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
  .notice > .icon {
    margin-block-start: 2px;
  }
  .notice > div {
    flex: 1;
    min-inline-size: 0;
  }
  .notice > .icon-button {
    margin: -7px -8px -7px 0;
  }
  .notice ul {
    margin-block-start: 4px;
    padding-inline-start: 1.2em;
  }
  .notice.bad {
    border-color: var(--sayso-bad-line);
    background: var(--sayso-bad-soft);
  }
  .notice.bad > .icon {
    color: var(--sayso-bad);
  }
  .notice.warn {
    border-color: var(--sayso-warn-line);
    background: var(--sayso-warn-soft);
  }
  .notice.warn > .icon {
    color: var(--sayso-warn);
  }
  .lost {
    display: grid;
    gap: 6px;
  }
  .kept {
    display: grid;
    gap: 2px;
    max-block-size: 40vh;
    overflow: auto;
    padding: 10px 12px;
    border: 1px solid var(--sayso-line);
    border-radius: 8px;
    background: var(--sayso-surface);
    white-space: pre-wrap;
    user-select: text;
  }
  .kept dt {
    color: var(--sayso-ink-soft);
    font-size: 0.8125rem;
  }
  .kept dd + dt {
    margin-block-start: 6px;
  }

  /* Foot */
  .foot {
    position: sticky;
    z-index: 1;
    inset-block-end: env(keyboard-inset-height, 0);
    display: grid;
    gap: 8px;
    padding: 12px var(--pad);
    padding-block-end: max(12px, env(safe-area-inset-bottom));
    border-block-start: 1px solid var(--sayso-line);
    border-end-start-radius: var(--sayso-radius);
    border-end-end-radius: var(--sayso-radius);
    background: var(--sayso-surface);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .spring {
    flex: 1;
  }
  .foot-words {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--sayso-bad);
    font-size: 0.875rem;
  }
  .cancel-title {
    font-weight: 600;
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-block-size: 40px;
    min-inline-size: 72px;
    padding: 0 16px;
    border: 1px solid var(--sayso-line-strong);
    border-radius: 10px;
    background: var(--sayso-surface);
    font-size: 0.9375rem;
    font-weight: 550;
    white-space: nowrap;
    cursor: pointer;
    transition:
      background 0.12s,
      border-color 0.12s;
  }
  .button:hover {
    background: var(--sayso-well);
  }
  .button.primary {
    min-inline-size: 104px;
    border-color: transparent;
    background: var(--sayso-accent);
    color: var(--sayso-on-accent);
  }
  .button.primary:hover {
    background: var(--sayso-accent-strong);
  }
  .button.danger {
    border-color: transparent;
    background: var(--sayso-bad);
    color: var(--sayso-on-bad);
  }
  .button[aria-disabled="true"],
  .button:disabled {
    opacity: 0.55;
    cursor: default;
  }
  .button .key {
    border: 0;
    padding: 0;
    background: none;
    color: inherit;
    opacity: 0.75;
  }
  .plain {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 36px;
    padding: 0 10px;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--sayso-ink-soft);
    font-size: 0.8125rem;
    font-weight: 550;
    white-space: nowrap;
    cursor: pointer;
  }
  .plain:hover {
    background: var(--sayso-well);
    color: var(--sayso-ink);
  }
  .deadline .plain:hover {
    background: var(--sayso-line);
  }

  /* One line */
  .folded {
    display: flex;
    align-items: center;
    gap: 10px;
    inline-size: 100%;
    min-block-size: 48px;
    padding: 0 14px;
    border: 1px solid var(--sayso-line);
    border-radius: 12px;
    background: var(--sayso-surface);
    box-shadow: var(--sayso-shadow);
    text-align: start;
    cursor: pointer;
  }
  .folded:hover {
    border-color: var(--sayso-line-strong);
  }
  .folded > .quiet {
    flex: none;
    max-inline-size: 20ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .folded-words {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .folded-words strong {
    font-weight: 600;
    margin-inline-end: 4px;
  }
  .pulse {
    flex: none;
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: var(--sayso-accent);
    box-shadow: 0 0 0 4px var(--sayso-accent-soft);
  }

  @container (max-width: 480px) {
    .card {
      --pad: 16px;
    }
    .foot .button {
      flex: 1;
      min-block-size: 44px;
    }
    .icon-button {
      inline-size: 44px;
      block-size: 44px;
    }
    .plain,
    .menu-item {
      min-block-size: 44px;
    }
    .key {
      display: none;
    }
    .head {
      padding: 6px 4px 0 var(--pad);
    }
    .head-buttons {
      margin-block-start: -4px;
    }
    .who {
      padding-block: 6px;
    }
    .spring {
      display: none;
    }
    .folded > .by {
      display: none;
    }
    .deadline {
      padding-inline-start: 10px;
    }
  }
  @media (pointer: coarse) {
    .icon-button {
      inline-size: 44px;
      block-size: 44px;
    }
    .button,
    .plain,
    .menu-item {
      min-block-size: 44px;
    }
    .key {
      display: none !important;
    }
  }
  @media (forced-colors: active) {
    .picked > .glyph,
    .picked > .other-pick > .glyph,
    .side.picked,
    .segments .now {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
    .tab[aria-selected="true"] {
      border-color: Highlight;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      animation: none !important;
      transition: none !important;
    }
  }
`;
