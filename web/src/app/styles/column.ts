import { css } from "lit";

/** A view that is one column: a head, and boxes under it. */
export const column = css`
  .all {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
    max-inline-size: 680px;
    margin-inline: auto;
    padding: 28px 20px calc(60px + env(safe-area-inset-bottom));
  }
  .head {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  h1 {
    font-size: 1.3125rem;
    letter-spacing: -0.015em;
  }
  h2 {
    font-size: 0.9375rem;
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    padding: 18px 20px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  @media (max-width: 759px) {
    .all {
      padding: 12px 12px calc(40px + env(safe-area-inset-bottom));
    }
    section {
      padding: 14px;
    }
  }
`;
