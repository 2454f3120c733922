import { css } from "lit";

/** How rendered text looks; for every shadow root that holds some. Stands alone, and follows the card's tokens. */
export const markdownStyles = css`
  .md {
    --md-bad: var(--sayso-bad, light-dark(#c62b2b, #ff8080));
    --md-code-name: var(--sayso-code-name, light-dark(#1d5bbf, #8ab8ff));
    --md-code-quiet: var(--sayso-code-quiet, light-dark(#656a76, #8b919f));
    --md-code-text: var(--sayso-code-text, light-dark(#1b6e3c, #86d9a0));
    --md-code-value: var(--sayso-code-value, light-dark(#a14a00, #f2b27a));
    --md-code-word: var(--sayso-code-word, light-dark(#7a2fb8, #d0a3ff));
    --md-focus: var(--sayso-focus, light-dark(#5b3df5, #a08bff));
    --md-ink-soft: var(--sayso-ink-soft, light-dark(#565a66, #a9adb9));
    --md-line: var(--sayso-line, light-dark(#e5e5ea, #2a2d36));
    --md-line-strong: var(--sayso-line-strong, light-dark(#cfcfd8, #3d414d));
    --md-link: var(--sayso-link, light-dark(#4a2ee0, #b3a2ff));
    --md-mono: var(--sayso-mono, ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace);
    --md-surface: var(--sayso-surface, light-dark(#ffffff, #16181d));
    --md-well: var(--sayso-well, light-dark(#f5f5f8, #1f2129));
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }
  .md > :first-child {
    margin-block-start: 0;
  }
  .md > :last-child {
    margin-block-end: 0;
  }
  .md-plain,
  .md-all {
    white-space: pre-wrap;
  }
  .md-all {
    max-block-size: 60vh;
    overflow: auto;
  }
  .md p,
  .md ul,
  .md ol,
  .md blockquote,
  .md .md-code,
  .md .md-wide {
    margin-block: 0.6em;
    margin-inline: 0;
  }
  .md .md-head {
    margin-block: 1em 0.4em;
    font-size: 1em;
    font-weight: 650;
    line-height: 1.35;
  }
  .md .md-h1 {
    font-size: 1.2em;
  }
  .md .md-h2 {
    font-size: 1.1em;
  }
  .md :is(ul, ol) {
    padding-inline-start: 1.5em;
  }
  .md li + li {
    margin-block-start: 0.25em;
  }
  .md li > :is(ul, ol) {
    margin-block: 0.25em;
  }
  .md .md-task {
    list-style: none;
    margin-inline-start: -1.2em;
  }
  .md blockquote {
    padding-inline-start: 0.9em;
    border-inline-start: 3px solid var(--md-line-strong);
    color: var(--md-ink-soft);
  }
  .md hr {
    border: 0;
    border-block-start: 1px solid var(--md-line);
    margin-block: 1em;
  }
  .md a {
    color: var(--md-link);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
  }
  .md .md-address {
    overflow-wrap: anywhere;
    opacity: 0.75;
  }
  .md .md-image::before {
    content: "▨ ";
  }
  .md code {
    font-family: var(--md-mono);
    font-size: 0.875em;
    padding: 0.1em 0.35em;
    border-radius: 4px;
    background: var(--md-well);
  }
  .md .md-code {
    position: relative;
  }
  .md pre {
    margin: 0;
    padding: 0.85em 1em;
    overflow: auto;
    max-block-size: 60vh;
    border: 1px solid var(--md-line);
    border-radius: 8px;
    background: var(--md-well);
    font-family: var(--md-mono);
    font-size: 0.8125rem;
    line-height: 1.55;
    tab-size: 4;
    overflow-wrap: normal;
  }
  .md pre code {
    padding: 0;
    background: none;
    font-size: inherit;
  }
  .md pre:focus-visible,
  .md .md-wide:focus-visible,
  .md .md-all:focus-visible {
    outline: 2px solid var(--md-focus);
    outline-offset: 1px;
  }
  .md-copy,
  .md-more {
    font: inherit;
    cursor: pointer;
    color: var(--md-ink-soft);
    background: var(--md-surface);
    border: 1px solid var(--md-line-strong);
    border-radius: 6px;
  }
  .md-copy {
    position: absolute;
    inset-block-start: 6px;
    inset-inline-end: 6px;
    padding: 2px 8px;
    font-size: 0.75rem;
    opacity: 0;
    transition: opacity 0.12s;
  }
  .md-code:hover .md-copy,
  .md-copy:focus-visible {
    opacity: 1;
  }
  @media (hover: none) {
    .md-copy {
      opacity: 1;
    }
  }
  @media (pointer: coarse) {
    .md-copy,
    .md .md-more {
      min-inline-size: 44px;
      min-block-size: 44px;
    }
    .md-copy {
      inset-block-start: 0;
      inset-inline-end: 0;
    }
  }
  .md-more {
    display: block;
    min-block-size: 36px;
    margin-block-start: 0.6em;
    padding: 4px 12px;
    font-size: 0.8125rem;
  }
  .md .md-wide {
    overflow-x: auto;
  }
  .md table {
    border-collapse: collapse;
    font-size: 0.9375em;
    overflow-wrap: normal;
  }
  .md :is(th, td) {
    padding: 0.4em 0.75em;
    border: 1px solid var(--md-line);
    text-align: start;
    vertical-align: top;
  }
  .md th {
    font-weight: 600;
    background: var(--md-well);
  }
  .md .md-center {
    text-align: center;
  }
  .md .md-right {
    text-align: end;
  }
  .hljs-comment,
  .hljs-quote,
  .hljs-meta {
    color: var(--md-code-quiet);
  }
  .hljs-keyword,
  .hljs-selector-tag,
  .hljs-literal,
  .hljs-section,
  .hljs-doctag,
  .hljs-name {
    color: var(--md-code-word);
  }
  .hljs-string,
  .hljs-regexp,
  .hljs-addition,
  .hljs-attribute,
  .hljs-meta .hljs-string {
    color: var(--md-code-text);
  }
  .hljs-number,
  .hljs-type,
  .hljs-built_in,
  .hljs-symbol,
  .hljs-bullet,
  .hljs-selector-class,
  .hljs-selector-id,
  .hljs-template-variable,
  .hljs-variable {
    color: var(--md-code-value);
  }
  .hljs-title,
  .hljs-attr,
  .hljs-property {
    color: var(--md-code-name);
  }
  .hljs-deletion {
    color: var(--md-bad);
  }
  .hljs-emphasis {
    font-style: italic;
  }
  .hljs-strong {
    font-weight: 600;
  }
`;
