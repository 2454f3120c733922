// The cases of `schema/form-cases.json`, which the Rust form runs too.
import { describe, expect, it } from "vitest";
import cases from "../../../schema/form-cases.json";
import { Form } from "./form.ts";
import type { AnswerValue, Draft, Edit, Question, Source } from "./wire.ts";

interface Case {
  name: string;
  questions: Question[];
  source?: Source;
  draft?: Draft;
  edits: Edit[];
  shown: [string, number][];
  missing: string[];
  answers: Record<string, AnswerValue>;
  notes?: Record<string, string>;
}

const CASES = cases.forms as unknown as Case[];

function filled(one: Case): Form {
  const form = one.draft ? Form.resume(one.questions, one.draft) : Form.open(one.questions, one.source);
  for (const edit of one.edits) form.edit(edit);
  return form;
}

function check(one: Case, form: Form): void {
  const answers = form.answers();
  const noted = answers.filter((given) => given.note !== undefined);
  expect({
    shown: form.shown().map(({ question, depth }) => [question.question_id, depth]),
    missing: form.missing(),
    answers: Object.fromEntries(answers.map((given) => [given.question_id, given.answer])),
    notes: Object.fromEntries(noted.map((given) => [given.question_id, given.note])),
    order: answers.map((given) => given.question_id),
    answered: form.shown().map(({ question }) => form.isAnswered(question.question_id)),
  }).toEqual({
    shown: one.shown,
    missing: one.missing,
    answers: one.answers,
    notes: one.notes ?? {},
    order: one.shown.map(([id]) => id).filter((id) => Object.hasOwn(one.answers, id)),
    answered: one.shown.map(([id]) => Object.hasOwn(one.answers, id)),
  });
}

it("has all the cases", () => {
  expect(CASES.length).toBeGreaterThanOrEqual(92);
});

describe.each(CASES)("$name", (one) => {
  it("stands as the case says", () => check(one, filled(one)));

  it("is the same from its draft", () => {
    const form = filled(one);
    const again = Form.resume(one.questions, JSON.parse(JSON.stringify(form.draft())) as Draft);
    check(one, again);
    expect(again.draft()).toEqual(form.draft());
  });

  it("has no problems when it is complete, and only then", () => {
    const complete = one.missing.length === 0 && Object.keys(one.answers).length > 0;
    expect(filled(one).problems().length === 0).toBe(complete);
  });
});

describe("what stands in the way", () => {
  const yesNo = (id: string): Question => ({
    question_id: id,
    question_text: "?",
    type: "multiple_choice",
    options: [
      { id: "yes", label: "Yes" },
      { id: "no", label: "No" },
    ],
  });
  const questions: Question[] = [
    yesNo("a"),
    { ...yesNo("b"), required: false },
    { question_id: "t", question_text: "?", type: "text" },
  ];
  const form = Form.open(questions);
  const words = (n: number) => "x".repeat(n);
  const long = { problem: "too_long", max: 10_000, got: 10_001 };
  const unanswered = { problem: "unanswered" };
  const steps: [Edit, [string, object][]][] = [
    [{ edit: "clear", question: "a" }, [["a", unanswered], ["t", unanswered]]],
    [{ edit: "text", question: "t", words: words(10_001) }, [["a", unanswered], ["t", long]]],
    [{ edit: "other", question: "a", words: words(10_001) }, [["a", long], ["t", long]]],
    [{ edit: "pick", question: "a", choice: "yes" }, [["t", long]]],
    [{ edit: "text", question: "t", words: words(10_000) }, []],
    [{ edit: "note", question: "b", words: words(10_001) }, [["b", long]]],
    [{ edit: "clear", question: "b" }, []],
  ];
  it.each(steps)("%j", (edit, expected) => {
    form.edit(edit);
    expect(form.problems()).toEqual(expected.map(([question, problem]) => ({ question, problem })));
  });

  it("an empty form of optional questions is no answer", () => {
    const optional = Form.open([questions[1] as Question]);
    expect(optional.problems()).toEqual([{ question: null, problem: { problem: "nothing_answered" } }]);
  });

  it("ten thousand picks hold", () => {
    const options = Array.from({ length: 10_000 }, (_, i) => ({ id: `o${i}`, label: `Option ${i}` }));
    const big = Form.open([{ question_id: "m", question_text: "?", type: "checkbox", options }]);
    for (let i = 0; i < 200; i++) big.edit({ edit: "toggle", question: "m", choice: `o${i}` });
    expect(big.problems()).toEqual([]);
    for (let i = 200; i < 400; i++) big.edit({ edit: "toggle", question: "m", choice: `o${i}` });
    expect(big.problems()[0]?.problem).toMatchObject({ problem: "too_long", max: 1_000 });
  });
});

it("says whether an edit fits", () => {
  const form = Form.open([{ question_id: "a", question_text: "?", type: "checkbox", options: [{ id: "x", label: "X" }] }]);
  const fits: [Edit, boolean][] = [
    [{ edit: "pick", question: "a", choice: "x" }, true],
    [{ edit: "pick", question: "a", choice: "perhaps" }, false],
    [{ edit: "toggle", question: "a", choice: "toString" }, false],
    [{ edit: "pick", question: "b", choice: "x" }, false],
    [{ edit: "text", question: "a", words: "x" }, false],
    [{ edit: "yes", question: "a", yes: true }, false],
    [{ edit: "clear", question: "a" }, true],
  ];
  for (const [edit, fit] of fits) expect([edit, form.edit(edit)]).toEqual([edit, fit]);
  expect(form.draft()).toEqual({});
});
