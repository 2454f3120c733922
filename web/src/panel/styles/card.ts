import { css } from "lit";

/** The card itself, and the line it folds to. */
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

  .body {
    padding: 12px var(--pad) 20px;
  }
  .body:focus-visible {
    outline: none;
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
`;
