import { css } from "lit";

export const newStyles = css`
  :host {
    display: block;
    min-block-size: 0;
  }
  :host(new-view) {
    overflow: auto;
  }
  form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  form .button {
    justify-self: start;
  }
  .button[disabled] {
    opacity: 0.5;
    cursor: default;
  }
  label {
    display: grid;
    gap: 5px;
    font-size: 0.875rem;
  }
  .field {
    min-block-size: 40px;
    border-color: var(--line-strong);
    font-size: 0.9375rem;
  }
  textarea.field {
    padding: 10px 12px;
    font: inherit;
    line-height: 1.5;
    color: inherit;
    resize: vertical;
  }
  .mono {
    font-family: var(--mono);
    font-size: 0.875rem;
  }
  .bad {
    margin: 0;
    padding: 0;
    list-style: none;
    color: var(--red);
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
  .none {
    color: var(--ink-soft);
    font-size: 0.875rem;
  }
  .demo {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .template {
    border: 1px solid var(--line);
    border-radius: 10px;
  }
  .template summary {
    display: flex;
    align-items: center;
    gap: 10px;
    min-block-size: 48px;
    padding: 6px 14px;
    cursor: pointer;
    list-style: none;
    border-radius: inherit;
  }
  .template summary::-webkit-details-marker {
    display: none;
  }
  .template summary:hover {
    background: var(--hover);
  }
  .template summary > svg {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    color: var(--ink-soft);
    transition: rotate 0.15s;
  }
  .template[open] summary > svg {
    rotate: 180deg;
  }
  .what {
    flex: 1;
    min-inline-size: 0;
    display: grid;
    overflow-wrap: anywhere;
    font-size: 0.875rem;
  }
  .chip {
    flex: none;
    padding: 1px 8px;
    border-radius: 6px;
    background: var(--well);
    color: var(--ink-soft);
    font-size: 0.75rem;
    font-style: normal;
  }
  .chip.warn {
    background: var(--red-soft);
    color: var(--red);
    font-weight: 600;
  }
  .template form,
  .mistakes {
    margin: 0;
    padding: 4px 14px 14px;
  }
  .mistakes {
    display: grid;
    gap: 4px;
    list-style: none;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
  @media (pointer: coarse) {
    .field {
      min-block-size: 44px;
    }
  }
`;
