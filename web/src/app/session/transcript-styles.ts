import { css } from "lit";

export const transcriptStyles = css`
  :host {
    position: relative;
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    /* The renderer of texts takes the card's names for colours. */
    --sayso-line: var(--line);
    --sayso-line-strong: var(--line-strong);
    --sayso-ink-soft: var(--ink-soft);
    --sayso-link: var(--accent);
    --sayso-mono: var(--mono);
    --sayso-well: var(--well);
    --sayso-surface: var(--surface);
    --sayso-focus: var(--focus);
    --sayso-bad: var(--red);
    --sayso-code-quiet: var(--ink-faint);
    --sayso-code-word: var(--purple);
    --sayso-code-text: var(--green);
    --sayso-code-value: var(--blue);
    --sayso-code-name: var(--sky);
  }
  .box {
    flex: 1;
    min-block-size: 0;
    overflow-y: auto;
    overflow-anchor: none;
    contain: strict;
    scrollbar-width: thin;
    outline-offset: -2px;
  }
  .all {
    position: relative;
    inline-size: 100%;
  }
  .shown {
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
    max-inline-size: 820px;
    margin-inline: auto;
    padding-inline: 20px;
  }
  .marked > * {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
    border-radius: 8px;
  }
  .pill {
    position: absolute;
    inset-block-end: 14px;
    inset-inline-start: 50%;
    translate: -50% 0;
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 36px;
    padding: 0 14px 0 10px;
    border: 1px solid var(--line);
    border-radius: 18px;
    background: var(--raised);
    color: var(--ink);
    box-shadow: 0 4px 16px rgb(0 0 0 / 14%);
    font-size: 0.8125rem;
    font-weight: 600;
    cursor: pointer;
  }
  @media (pointer: coarse) {
    .pill {
      min-block-size: 44px;
      border-radius: 22px;
    }
  }
  .pill svg {
    inline-size: 17px;
    block-size: 17px;
  }
  .find {
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 8px 12px;
    border-block-end: 1px solid var(--line);
    background: var(--surface);
  }
  .find .field {
    max-inline-size: 320px;
  }
  .find .count {
    flex: 1;
    padding-inline: 8px;
    color: var(--ink-soft);
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  ::highlight(sayso-find) {
    background: #ffe27a;
    color: #17181c;
  }
  @media (max-width: 759px) {
    .shown {
      padding-inline: 12px;
    }
  }
`;
