import { css } from "lit";

/** How rendered text looks; for every shadow root that holds some. Uses the tokens of the card. */
export const markdownStyles = css`
  .md {
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
  .md :is(h3, h4, h5, h6) {
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
    border-inline-start: 3px solid var(--sayso-line-strong);
    color: var(--sayso-ink-soft);
  }
  .md hr {
    border: 0;
    border-block-start: 1px solid var(--sayso-line);
    margin-block: 1em;
  }
  .md a {
    color: var(--sayso-link);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
  }
  .md .md-image::before {
    content: "▨ ";
  }
  .md code {
    font-family: var(--sayso-mono);
    font-size: 0.875em;
    padding: 0.1em 0.35em;
    border-radius: 4px;
    background: var(--sayso-well);
  }
  .md .md-code {
    position: relative;
  }
  .md pre {
    margin: 0;
    padding: 0.85em 1em;
    overflow: auto;
    max-block-size: 60vh;
    border: 1px solid var(--sayso-line);
    border-radius: 8px;
    background: var(--sayso-well);
    font-family: var(--sayso-mono);
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
    outline: 2px solid var(--sayso-focus);
    outline-offset: 1px;
  }
  .md-copy,
  .md-more {
    font: inherit;
    cursor: pointer;
    color: var(--sayso-ink-soft);
    background: var(--sayso-surface);
    border: 1px solid var(--sayso-line-strong);
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
      min-inline-size: 44px;
      min-block-size: 32px;
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
    border: 1px solid var(--sayso-line);
    text-align: start;
    vertical-align: top;
  }
  .md th {
    font-weight: 600;
    background: var(--sayso-well);
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
    color: var(--sayso-code-quiet);
  }
  .hljs-keyword,
  .hljs-selector-tag,
  .hljs-literal,
  .hljs-section,
  .hljs-doctag,
  .hljs-name {
    color: var(--sayso-code-word);
  }
  .hljs-string,
  .hljs-regexp,
  .hljs-addition,
  .hljs-attribute,
  .hljs-meta .hljs-string {
    color: var(--sayso-code-text);
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
    color: var(--sayso-code-value);
  }
  .hljs-title,
  .hljs-attr,
  .hljs-property {
    color: var(--sayso-code-name);
  }
  .hljs-deletion {
    color: var(--sayso-bad);
  }
  .hljs-emphasis {
    font-style: italic;
  }
  .hljs-strong {
    font-weight: 600;
  }
`;
