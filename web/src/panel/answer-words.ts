import type { Form } from "../form/form.ts";
import type { Question } from "../form/wire.ts";
import type { PanelText } from "../text/panel.ts";

/** The answer to a question in words, as a person would say it; none when there is none. */
export function answerWords(form: Form, question: Question, text: PanelText): string | undefined {
  const value = form.value(question.question_id);
  if (value === null) return undefined;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  if (question.type === "text") return question.secret ? "••••••" : String(value);
  const picks = Array.isArray(value) ? value : [value];
  return picks
    .map((pick) => (typeof pick === "object" ? pick.other : (form.choice(question.question_id, pick)?.label ?? pick)))
    .join(text.between);
}

/** Questions and answers as markdown, to be taken elsewhere. */
export function asMarkdown(form: Form, text: PanelText): string {
  return form
    .shown()
    .map(({ question, depth }) => {
      const indent = "  ".repeat(depth);
      const words = answerWords(form, question, text) ?? text.notAnswered;
      const note = form.entry(question.question_id).note.trim();
      const lines = [`${indent}- **${question.question_text}**`, `${indent}  ${words}`];
      return (note ? [...lines, `${indent}  *${text.note}: ${note}*`] : lines).join("\n");
    })
    .join("\n");
}
