import { css } from "lit";

/** What every part of the page shares: boxes, buttons, fields, focus. */
export const shared = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3,
  p {
    margin: 0;
  }
  a {
    color: inherit;
    text-decoration: none;
  }
  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  button,
  input,
  select {
    font: inherit;
    color: inherit;
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-block-size: 36px;
    padding: 0 14px;
    border: 1px solid var(--line-strong);
    border-radius: 9px;
    background: var(--surface);
    color: var(--ink);
    font-size: 0.875rem;
    font-weight: 550;
    white-space: nowrap;
    cursor: pointer;
    transition: background 0.12s, border-color 0.12s;
  }
  .button:hover {
    background: var(--hover);
  }
  .button.main {
    border-color: transparent;
    background: var(--accent);
    color: var(--on-accent);
  }
  .button.main:hover {
    background: var(--accent-strong);
  }
  .button.bad {
    border-color: transparent;
    background: var(--red);
    color: light-dark(#fff, #2b0a0a);
  }
  .button.small {
    min-block-size: 30px;
    padding: 0 10px;
    font-size: 0.8125rem;
  }
  .button svg {
    inline-size: 16px;
    block-size: 16px;
  }
  .icon {
    display: inline-grid;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    flex: none;
    border: 0;
    border-radius: 9px;
    background: none;
    color: var(--ink-soft);
    cursor: pointer;
    transition: background 0.12s, color 0.12s;
  }
  .icon:hover {
    background: var(--hover);
    color: var(--ink);
  }
  .icon[aria-pressed="true"] {
    background: var(--accent-soft);
    color: var(--accent);
  }
  @media (pointer: coarse) {
    .button,
    .button.small,
    .icon {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
  }
  .field {
    inline-size: 100%;
    min-block-size: 38px;
    padding: 0 12px;
    border: 1px solid var(--line);
    border-radius: 9px;
    background: var(--surface);
  }
  @media (pointer: coarse) {
    .field {
      min-block-size: 44px;
    }
  }
  .field:focus {
    outline: 2px solid var(--focus);
    outline-offset: -1px;
    border-color: transparent;
  }
  .field::placeholder {
    color: var(--ink-faint);
    opacity: 1;
  }
  code,
  kbd {
    font-family: var(--mono);
    font-size: 0.875em;
  }
  kbd {
    padding: 2px 7px;
    border: 1px solid var(--line-strong);
    border-block-end-width: 2px;
    border-radius: 6px;
    background: var(--surface);
    white-space: nowrap;
  }
  .quiet {
    color: var(--ink-soft);
  }
  .for-readers {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      animation: none !important;
      transition: none !important;
    }
  }
`;
