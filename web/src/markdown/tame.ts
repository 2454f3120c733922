// What may be read as markdown. The reader's work grows faster than its input on some texts that
// nobody writes by hand; those are shown as they are.
const CHARS = 50_000;
const LINE = 10_000;
const SIGNS = 2_000;
const RUN = /([*_~`[\]<>!])\1{199}/;

/** Whether a text is one that a person or an agent writes, in size and in shape. */
export function isTame(text: string): boolean {
  if (text.length > CHARS || RUN.test(text)) return false;
  let line = 0;
  let signs = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (c === "\n") {
      // A line without anything on it ends the stretch that is read as one.
      if (line === 0) signs = 0;
      line = 0;
    } else {
      line++;
      if ("*_~[]<>!`@".includes(c)) signs++;
    }
    if (line > LINE || signs > SIGNS) return false;
  }
  return true;
}
