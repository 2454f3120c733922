import { css } from "lit";

/** What is different on narrow cards, under thumbs, with forced colours and without motion. Comes last. */
export const fittingStyles = css`
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
      min-inline-size: 44px;
    }
    .tab,
    .picked-chip {
      min-inline-size: 44px;
    }
    .other-pick {
      inline-size: 44px;
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
