// What breaks the layout, in words one can act on.

/** Made to scroll sideways: code, wide tables, rows of tabs. */
const SIDEWAYS = "pre, .md-wide, .tabs, .filters, input, textarea";
/** What a finger goes for. A link inside a sentence is as high as the sentence. */
const TARGETS = "button, select, textarea, summary, input:not([type=checkbox], [type=radio]), label:has([type=checkbox], [type=radio]), a[href]:not(p a, .md a), [role=tab], [role=radio], [role=checkbox], [data-option]";
const FINGER = 44;

/** Nothing scrolls sideways or sticks out, the buttons are in sight, and on a phone a finger hits what it goes for. */
export function layoutTroubles(page, { touch = false } = {}) {
  return page.evaluate(([SIDEWAYS, TARGETS, FINGER, touch]) => {
    const wrong = [];
    const name = (element) => `${element.localName}.${element.className} “${element.textContent.trim().slice(0, 30)}”`;
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth) wrong.push(`the page is ${scrollWidth} wide`);
    if (scrollHeight > innerHeight) wrong.push(`the page is ${scrollHeight} high`);
    const visit = (root) => {
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) visit(element.shadowRoot);
        if (!element.checkVisibility()) continue;
        const box = element.getBoundingClientRect();
        if (element.scrollWidth > element.clientWidth + 1) {
          const { overflowX } = getComputedStyle(element);
          if (overflowX === "visible" && box.right > innerWidth + 1 && !element.closest(SIDEWAYS)) wrong.push(`${name(element)} sticks out`);
          if (["auto", "scroll"].includes(overflowX) && !element.matches(SIDEWAYS)) wrong.push(`${name(element)} scrolls sideways`);
        }
        // Where the card is docked, its buttons are always there; elsewhere one may have to scroll to it.
        const docked = root.host?.getRootNode().host?.localName === "question-dock";
        if (docked && element.matches("footer.foot") && box.bottom > innerHeight + 1) wrong.push("the buttons are cut off");
        if (!touch || !element.matches(TARGETS) || box.height === 0) continue;
        if (box.height < FINGER - 0.01 || box.width < FINGER - 0.01) wrong.push(`${name(element)} is ${box.width.toFixed(1)}×${box.height.toFixed(1)}`);
      }
    };
    visit(document);
    return wrong;
  }, [SIDEWAYS, TARGETS, FINGER, touch]);
}
