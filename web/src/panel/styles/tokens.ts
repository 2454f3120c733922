import { css } from "lit";

/** Colours, letters and measures. A page changes them by setting them on the element. */
export const tokens = css`
  :host {
    --sayso-surface: light-dark(#ffffff, #16181d);
    --sayso-well: light-dark(#f5f5f8, #1f2129);
    --sayso-hover: light-dark(#f7f7fa, #1c1e25);
    --sayso-line: light-dark(#e5e5ea, #2a2d36);
    --sayso-line-strong: light-dark(#cfcfd8, #3d414d);
    --sayso-ink: light-dark(#17181c, #eeeff3);
    --sayso-ink-soft: light-dark(#565a66, #a9adb9);
    --sayso-ink-faint: light-dark(#6b6f7b, #8b8f9c);
    --sayso-accent: light-dark(#5b3df5, #a08bff);
    --sayso-accent-strong: light-dark(#4a2ee0, #b3a2ff);
    --sayso-accent-soft: light-dark(#f4f2ff, #211d35);
    --sayso-accent-line: light-dark(#c9bfff, #4b4080);
    --sayso-on-accent: light-dark(#ffffff, #14102b);
    --sayso-focus: light-dark(#5b3df5, #a08bff);
    --sayso-link: light-dark(#4a2ee0, #b3a2ff);
    --sayso-good: light-dark(#157f3c, #58c983);
    --sayso-bad: light-dark(#c62b2b, #ff8080);
    --sayso-bad-soft: light-dark(#fdf2f2, #2d191b);
    --sayso-bad-line: light-dark(#f0c4c4, #5e2e31);
    --sayso-on-bad: light-dark(#ffffff, #2b0a0a);
    --sayso-warn: light-dark(#8a5a00, #f0c04d);
    --sayso-warn-soft: light-dark(#fff9e8, #292212);
    --sayso-warn-line: light-dark(#f0dca4, #55461c);
    --sayso-shadow: light-dark(0 1px 2px rgb(20 20 40 / 5%), 0 1px 2px rgb(0 0 0 / 40%));
    --sayso-lift: light-dark(0 8px 28px rgb(20 20 50 / 14%), 0 8px 28px rgb(0 0 0 / 55%));
    --sayso-sans:
      system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei",
      "Noto Sans CJK SC", "Noto Sans SC", sans-serif;
    --sayso-mono:
      ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace;
    --sayso-radius: 14px;
  }
`;
