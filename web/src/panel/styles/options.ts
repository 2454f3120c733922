import { css } from "lit";

/** Options, the switch, previews and what hangs under an option. */
export const optionStyles = css`
  .choosing {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  .chosen-from {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 6px;
  }
  .options {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-auto-rows: max-content;
    gap: 6px;
  }
  .options:empty {
    display: none;
  }
  .options.long {
    max-block-size: min(52vh, 460px);
    overflow-y: auto;
    overscroll-behavior: contain;
    padding: 3px;
    margin: -3px;
  }
  .option {
    position: relative;
    display: flex;
    align-items: flex-start;
    gap: 11px;
    min-block-size: 44px;
    padding: 10px 12px;
    border: 1px solid var(--sayso-line);
    border-radius: 10px;
    background: var(--sayso-surface);
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
    transition:
      background 0.12s,
      border-color 0.12s;
  }
  .option:hover {
    border-color: var(--sayso-line-strong);
    background: var(--sayso-hover);
  }
  .option:focus-visible {
    outline-offset: 1px;
  }
  .option.picked {
    border-color: var(--sayso-accent);
    background: var(--sayso-accent-soft);
  }
  .option[aria-disabled="true"],
  .side[aria-disabled="true"] {
    cursor: default;
  }
  .option-body {
    flex: 1;
    min-inline-size: 0;
    display: grid;
    gap: 1px;
    overflow-wrap: anywhere;
  }
  .label {
    font-weight: 550;
    line-height: 1.45;
  }
  .option-about {
    color: var(--sayso-ink-soft);
    font-size: 0.875rem;
    line-height: 1.5;
    white-space: pre-line;
  }
  .glyph {
    display: inline-grid;
    place-items: center;
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    margin-block-start: 2px;
    border: 1.5px solid var(--sayso-ink-faint);
    background: var(--sayso-surface);
    color: transparent;
    transition:
      background 0.12s,
      border-color 0.12s;
  }
  .dot {
    border-radius: 50%;
  }
  .box {
    border-radius: 5px;
  }
  .glyph .icon {
    inline-size: 15px;
    block-size: 15px;
    stroke-width: 2.4;
  }
  .picked > .glyph,
  .picked > .other-pick > .glyph {
    border-color: var(--sayso-accent);
    background: var(--sayso-accent);
    color: var(--sayso-on-accent);
  }
  .picked > .dot,
  .picked > .other-pick > .dot {
    box-shadow: inset 0 0 0 3.5px var(--sayso-surface);
  }
  .key {
    flex: none;
    min-inline-size: 20px;
    margin-block-start: 1px;
    padding: 0 5px;
    border: 1px solid var(--sayso-line);
    border-radius: 5px;
    color: var(--sayso-ink-faint);
    font: 500 0.6875rem/18px var(--sayso-mono);
    text-align: center;
  }
  .picked > .key {
    border-color: var(--sayso-accent-line);
  }
  .other {
    align-items: stretch;
    gap: 0;
    padding: 0;
    cursor: text;
  }
  .other-pick {
    display: inline-flex;
    flex: none;
    inline-size: 40px;
    padding: 10px 0 10px 12px;
    border-radius: 10px;
    cursor: pointer;
  }
  .other .own {
    display: block;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 10px 12px 10px 1px;
    border: 0;
    background: none;
    line-height: 1.45;
    resize: none;
    field-sizing: content;
    max-block-size: 40vh;
    outline: none;
    white-space: pre-wrap;
  }
  .other .counter {
    padding: 0 12px 8px;
  }
  .other:focus-within {
    border-color: var(--sayso-accent);
  }
  .other .own::placeholder {
    color: var(--sayso-ink-soft);
    opacity: 1;
  }
  .more {
    padding: 8px 12px;
  }

  .tag {
    display: inline-block;
    padding: 0 7px;
    border-radius: 99px;
    background: var(--sayso-well);
    color: var(--sayso-ink-soft);
    font-size: 0.6875rem;
    font-weight: 550;
    line-height: 18px;
    white-space: nowrap;
  }
  .tag.accent {
    background: var(--sayso-accent-soft);
    color: var(--sayso-accent-strong);
  }
  .picked .tag.accent {
    background: var(--sayso-surface);
  }
  .tag.warn {
    background: var(--sayso-warn-soft);
    color: var(--sayso-warn);
  }

  /* Where nothing can be picked any more, what was not picked steps back. */
  .fixed .option:not(.picked) {
    background: none;
  }
  .fixed .option:not(.picked) .label {
    color: var(--sayso-ink-soft);
    font-weight: 400;
  }
  .fixed .option:hover:not(.picked),
  .fixed .side:hover:not(.picked) {
    border-color: var(--sayso-line);
    background: none;
  }
  .fixed .option:not(.picked) .glyph {
    border-color: var(--sayso-line-strong);
    background: none;
  }

  /* What hangs under an option */
  .follow-ups {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 18px;
    margin: 4px 0 10px 20px;
    padding: 4px 0 4px 18px;
    border-inline-start: 2px solid var(--sayso-accent-line);
    animation: unfold 0.16s ease-out;
  }
  @keyframes unfold {
    from {
      opacity: 0;
      transform: translateY(-4px);
    }
  }

  /* Yes and no */
  .switch {
    display: inline-grid;
    grid-template-columns: 1fr 1fr;
    gap: 3px;
    inline-size: min(100%, 320px);
    padding: 3px;
    border: 1px solid var(--sayso-line);
    border-radius: 12px;
    background: var(--sayso-well);
  }
  .side {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-block-size: 44px;
    border: 1px solid transparent;
    border-radius: 9px;
    color: var(--sayso-ink-soft);
    font-weight: 600;
    cursor: pointer;
    transition:
      background 0.12s,
      color 0.12s;
  }
  .side .key {
    margin: 0;
  }
  .side:hover {
    color: var(--sayso-ink);
    background: color-mix(in srgb, var(--sayso-surface) 55%, transparent);
  }
  .side.picked {
    border-color: var(--sayso-accent);
    background: var(--sayso-accent-soft);
    color: var(--sayso-accent-strong);
    box-shadow: var(--sayso-shadow);
  }
  .side[aria-disabled="true"]:not(.picked) {
    opacity: 0.6;
  }

  /* Previews */
  .preview {
    min-inline-size: 0;
    max-block-size: min(60vh, 520px);
    overflow: auto;
    overscroll-behavior: contain;
    padding: 12px 14px;
    border: 1px solid var(--sayso-line);
    border-radius: 10px;
    background: var(--sayso-well);
    font-size: 0.875rem;
  }
  .preview-title {
    position: sticky;
    inset-block-start: -12px;
    z-index: 1;
    margin: -12px -14px 8px;
    padding: 8px 14px 6px;
    background: var(--sayso-well);
    color: var(--sayso-ink-soft);
    font-size: 0.75rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .preview pre {
    background: var(--sayso-surface);
  }
  @container (min-width: 760px) {
    .choosing.previewed {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1.1fr);
      align-items: start;
    }
    .preview {
      position: sticky;
      inset-block-start: 12px;
    }
  }
  @container (max-width: 480px) {
    .follow-ups {
      margin-inline-start: 8px;
      padding-inline-start: 12px;
    }
    .switch {
      inline-size: 100%;
    }
  }
`;
