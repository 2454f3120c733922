import { svg, type SVGTemplateResult } from "lit";

const icon = (paths: SVGTemplateResult) => svg`<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;

/** Drawn for this page; 24 units, one line width. */
export const icons = {
  inbox: icon(svg`<path d="M4 13l2.4-7.2A2 2 0 0 1 8.3 4.5h7.4a2 2 0 0 1 1.9 1.3L20 13v4.5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z"/><path d="M4 13h4.2l1.4 2.5h4.8l1.4-2.5H20"/>`),
  add: icon(svg`<path d="M12 5.5v13M5.5 12h13"/>`),
  send: icon(svg`<path d="M12 19V6M6.5 11.5L12 6l5.5 5.5"/>`),
  file: icon(svg`<path d="M7 4.5h6.5L18 9v10.5H7z"/><path d="M13.5 4.5V9H18"/>`),
  settings: icon(svg`<path d="M5 7h9M18 7h1M5 17h1M10 17h9"/><circle cx="16" cy="7" r="2"/><circle cx="8" cy="17" r="2"/>`),
  search: icon(svg`<circle cx="11" cy="11" r="6"/><path d="M20 20l-4.5-4.5"/>`),
  back: icon(svg`<path d="M14.5 5.5L8 12l6.5 6.5"/>`),
  close: icon(svg`<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>`),
  up: icon(svg`<path d="M6 14.5L12 8.5l6 6"/>`),
  down: icon(svg`<path d="M6 9.5l6 6 6-6"/>`),
  end: icon(svg`<path d="M12 5v13M6.5 12.5L12 18l5.5-5.5"/>`),
  rounds: icon(svg`<path d="M8 6h11M8 12h11M8 18h11"/><circle cx="4.5" cy="6" r=".6"/><circle cx="4.5" cy="12" r=".6"/><circle cx="4.5" cy="18" r=".6"/>`),
  stop: icon(svg`<rect x="6.5" y="6.5" width="11" height="11" rx="2"/>`),
  branch: icon(svg`<circle cx="7" cy="5.5" r="2"/><circle cx="7" cy="18.5" r="2"/><circle cx="17" cy="8.5" r="2"/><path d="M7 7.5v9M17 10.5c0 3.5-4 4-8.5 6.5"/>`),
  check: icon(svg`<path d="M5.5 12.5l4.2 4.2L18.5 8"/>`),
  cross: icon(svg`<path d="M7 7l10 10M17 7L7 17"/>`),
  clock: icon(svg`<circle cx="12" cy="12" r="7.5"/><path d="M12 7.8V12l2.8 2"/>`),
  question: icon(svg`<path d="M5 6.5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2V14a2 2 0 0 1-2 2h-5l-4.5 3.7V16H7a2 2 0 0 1-2-2z"/><path d="M10.2 8.9a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.6-.8 1.1"/><path d="M12 13.6v.01"/>`),
  text: icon(svg`<path d="M5 6.5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2V14a2 2 0 0 1-2 2h-5l-4.5 3.7V16H7a2 2 0 0 1-2-2z"/>`),
  thinking: icon(svg`<path d="M12 4.5a5.5 5.5 0 0 0-3 10.1V17h6v-2.4a5.5 5.5 0 0 0-3-10.1z"/><path d="M10 20h4"/>`),
  tool: icon(svg`<path d="M14.2 6.3a4 4 0 0 1 5-1l-2.7 2.7.4 2.1 2.1.4 2-2a4 4 0 0 1-5.3 4.5l-6.2 6.2a1.9 1.9 0 0 1-2.7-2.7l6.2-6.2a4 4 0 0 1 1.2-4z"/>`),
  error: icon(svg`<path d="M12 4.5l8 14.5H4z"/><path d="M12 10v4M12 16.6v.01"/>`),
  info: icon(svg`<circle cx="12" cy="12" r="7.5"/><path d="M12 11.3v4M12 8.4v.01"/>`),
  flag: icon(svg`<path d="M6 20V5h10.5l-2 3.5 2 3.5H6"/>`),
  people: icon(svg`<rect x="4" y="8" width="12" height="11" rx="2"/><path d="M8 8V6.5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2V13a2 2 0 0 1-2 2h-2"/>`),
  lost: icon(svg`<path d="M4 4l16 16M8.5 16a5 5 0 0 1 6.2-.6M5 12.4a10 10 0 0 1 4.4-2.6M12.7 9.2A10 10 0 0 1 19 12.4M12 19.2v.01"/>`),
};
