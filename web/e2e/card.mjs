// What people see and touch of the page, by the names that a screen reader would say.
export const dock = (page) => page.locator("question-dock");
export const card = (page) => page.locator("question-dock user-question-panel");

/** The card, once it hears: just after it appears it takes nothing. */
export async function ready(page) {
  await page.locator("question-dock user-question-panel[armed]").waitFor();
  return card(page);
}

export const confirm = (page) => card(page).locator("[data-submit]");

/** One option of the card, by its label. */
export const option = (page, label) => card(page).locator("[data-option]").filter({ hasText: label }).first();
