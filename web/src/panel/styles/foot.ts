import { css } from "lit";

/** Notices, buttons and the foot of the card. */
export const footStyles = css`
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
`;
