import { css } from "lit";

export const viewStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  @media (min-width: 1200px) {
    :host {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  .face.file {
    background: var(--well);
    color: var(--ink-soft);
  }
  .warn {
    color: var(--red);
    font-weight: 600;
  }
  .box {
    overflow-anchor: auto;
  }
  .column {
    max-inline-size: 820px;
    margin-inline: auto;
    padding: 12px 20px 24px;
  }
  .earlier {
    display: flex;
    margin: 4px auto 8px;
  }
  .turn .item {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 90px;
  }
  h2 {
    position: sticky;
    inset-block-start: -1px;
    z-index: 1;
    margin-block: 14px 4px;
    background: var(--page);
  }
  h2 button {
    display: flex;
    align-items: center;
    gap: 10px;
    inline-size: 100%;
    min-block-size: 36px;
    padding: 0 2px;
    border: 0;
    border-block-end: 1px solid var(--line);
    background: none;
    color: var(--purple);
    font-size: 0.8125rem;
    font-weight: 650;
    text-align: start;
    cursor: pointer;
  }
  h2 button .quiet {
    font-weight: 400;
  }
  h2 button svg {
    inline-size: 16px;
    block-size: 16px;
    margin-inline-start: auto;
    transition: rotate 0.15s;
  }
  h2 button[aria-expanded="true"] svg {
    rotate: 180deg;
  }
  .aside > .said {
    opacity: 0.75;
  }
  .standing {
    color: var(--ink-soft);
    font-size: 0.75rem;
  }
  .odd {
    --edge: var(--ink-soft);
  }
  .means::before {
    content: "– ";
  }
  .means {
    color: var(--ink-soft);
    font-weight: 400;
  }
  .again {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    margin-block-start: 10px;
    font-size: 0.875rem;
  }
  .over {
    position: relative;
  }
  @media (max-width: 759px) {
    .column {
      padding-inline: 12px;
    }
  }
  @media (pointer: coarse) {
    h2 button {
      min-block-size: 44px;
    }
  }
`;
