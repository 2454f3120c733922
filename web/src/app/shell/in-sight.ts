/**
 * Keeps the page in what is in sight. Some browsers shrink the page when their keyboard opens, as `index.html` asks
 * for; others lay it over the page, and say so in the visual viewport alone.
 */
export function keepInSight(root = document.documentElement): void {
  const sight = window.visualViewport;
  if (!sight) return;
  const fit = () => {
    // Who has zoomed in moves about in the page, which then keeps its size.
    const covered = sight.scale > 1.01 ? 0 : Math.max(0, window.innerHeight - sight.height);
    root.style.setProperty("--covered", `${covered}px`);
    root.style.setProperty("--sight-top", `${covered > 0 ? sight.offsetTop : 0}px`);
  };
  sight.addEventListener("scroll", fit);
  sight.addEventListener("resize", () => {
    fit();
    requestAnimationFrame(showField);
  });
  fit();
}

/** What one writes in stays in sight when the keyboard takes its room. */
function showField(): void {
  let at: Element | null = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement) at.scrollIntoView({ block: "nearest" });
}
