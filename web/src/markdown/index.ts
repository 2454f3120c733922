export { renderMarkdown } from "./render.ts";
export { codeBlock } from "./code-block.ts";
export { markdownStyles } from "./styles.ts";
