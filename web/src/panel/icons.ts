import { svg, type TemplateResult, html } from "lit";

const icon = (path: ReturnType<typeof svg>): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.6"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;

export const chevronDown = icon(svg`<path d="m5.5 8 4.5 4.5L14.5 8"/>`);
export const chevronUp = icon(svg`<path d="m5.5 12.5 4.5-4.5 4.5 4.5"/>`);
export const check = icon(svg`<path d="m5 10.5 3.5 3.5L15 6.5"/>`);
export const cross = icon(svg`<path d="m6 6 8 8m0-8-8 8"/>`);
export const dots = icon(svg`<path d="M5 10h.01M10 10h.01M15 10h.01" stroke-width="2.2"/>`);
export const pause = icon(svg`<path d="M7.5 6v8m5-8v8"/>`);
export const play = icon(svg`<path d="M7.5 5.5v9l7-4.5z"/>`);
export const clock = icon(svg`<circle cx="10" cy="10" r="6.5"/><path d="M10 6.5V10l2.5 1.5"/>`);
export const file = icon(svg`<path d="M6 3.5h5L14.5 7v9.5H6zM11 3.5V7h3.5"/>`);
export const pen = icon(svg`<path d="m5 15 .7-3L13 4.7l2.3 2.3L8 14.3z"/>`);
export const shield = icon(svg`<path d="M10 3.5 15.5 5.5v4c0 3.5-2.3 5.8-5.5 7-3.2-1.2-5.5-3.5-5.5-7v-4z"/>`);
export const warning = icon(svg`<path d="M10 4 17 16H3zM10 8.5v3.5m0 2v.010"/>`);
export const search = icon(svg`<circle cx="9" cy="9" r="4.5"/><path d="m12.5 12.5 3 3"/>`);
export const lock = icon(svg`<rect x="5" y="9" width="10" height="7" rx="1.5"/><path d="M7.5 9V7a2.5 2.5 0 0 1 5 0v2"/>`);
