import { css } from "lit";

export const sessionStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-block-size: 0;
  }
  @media (min-width: 1200px) {
    :host {
      grid-template-columns: minmax(0, 1fr) minmax(280px, 340px);
    }
  }
  .middle {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    min-inline-size: 0;
  }
  session-transcript {
    flex: 1;
    min-block-size: max(0px, 96px - var(--covered, 0px));
  }
  /* Under an on-screen keyboard there is room for the question alone. */
  @media (max-height: 480px) {
    session-transcript {
      min-block-size: 0;
    }
  }
  .missing {
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 16px;
    padding: 32px;
    text-align: center;
  }
  header {
    display: flex;
    align-items: center;
    gap: 10px;
    min-block-size: 60px;
    padding: calc(8px + env(safe-area-inset-top)) 14px 8px 20px;
    border-block-end: 1px solid var(--line);
    background: var(--surface);
  }
  .name {
    flex: 1;
    min-inline-size: 0;
  }
  h1,
  .name p {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  h1 {
    font-size: 1rem;
    font-weight: 650;
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  .name p {
    color: var(--ink-soft);
    font-size: 0.8125rem;
    line-height: 1.35;
  }
  .name span + span::before {
    content: " · ";
  }
  .face {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 34px;
    block-size: 34px;
    border-radius: 10px;
    font-weight: 650;
    background: light-dark(hsl(var(--hue) 70% 93%), hsl(var(--hue) 32% 24%));
    color: light-dark(hsl(var(--hue) 60% 28%), hsl(var(--hue) 75% 84%));
  }
  .done {
    flex: none;
    max-inline-size: 820px;
    inline-size: 100%;
    margin-inline: auto;
    padding: 0 20px;
    color: var(--green);
    font-size: 0.875rem;
    font-weight: 550;
  }
  .done:not(:empty) {
    padding-block: 6px 12px;
  }
  @media (max-width: 759px) {
    header {
      padding-inline: 6px 8px;
      gap: 6px;
    }
    .stop span {
      display: none;
    }
    .stop.bad span {
      display: inline;
    }
    .done {
      padding-inline: 14px;
    }
  }
`;
