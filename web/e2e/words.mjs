// Questions of every kind.
let n = 0;
const id = (name) => `${name}_${++n}`;

export const choice = (more = {}) => ({ question_id: id("auth"), header: "Auth", question_text: "Which strategy?", type: "multiple_choice",
  options: [{ id: "oauth2", label: "OAuth" }, { id: "jwt", label: "JWT" }, { id: "cookie", label: "Cookie" }], ...more });

export const boxes = (more = {}) => ({ question_id: id("fruit"), header: "Fruit", question_text: "Which fruit?", type: "checkbox",
  options: [{ id: "apple", label: "Apple" }, { id: "pear", label: "Pear" }, { id: "plum", label: "Plum" }], ...more });

export const text = (more = {}) => ({ question_id: id("port"), header: "Port", question_text: "Which port?", type: "text", ...more });

export const boolean = (more = {}) => ({ question_id: id("sure"), header: "Sure", question_text: "Delete the files?", type: "boolean", ...more });

export const followed = () => {
  const providers = boxes({ question_id: id("providers"), header: "Providers", question_text: "Which providers?", options: [{ id: "google", label: "Google" }, { id: "github", label: "GitHub" }] });
  return choice({ follow_up_questions: { oauth2: [providers] } });
};
