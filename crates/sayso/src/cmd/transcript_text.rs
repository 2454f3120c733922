//! A transcript as text, by rounds. All of it is foreign and made harmless.

use sayso_core::dialect::is_our_tool;
use sayso_core::lang::Lang;
use sayso_core::safe_text::{shown, shown_on_one_line};
use sayso_core::transcript::{
    Card, CardQuestion, CardState, Content, Item, Speaker, Standing, Summary, Words,
};

/// Characters of what is told on one line.
const LINE: usize = 200;
/// Lines of a tool's result that are shown.
const RESULT_LINES: usize = 6;

/// A transcript as text, by rounds.
pub(super) struct TranscriptText<'a> {
    /// What the transcript was asked for by.
    named: &'a str,
    lang: Lang,
    round: Option<u32>,
}

impl<'a> TranscriptText<'a> {
    pub(super) fn new(named: &'a str, lang: Lang) -> Self {
        Self {
            named,
            lang,
            round: None,
        }
    }

    pub(super) fn has_begun(&self) -> bool {
        self.round.is_some()
    }

    /// What stands above the first round.
    pub(super) fn heading(&mut self, summary: &Summary) -> String {
        self.round = Some(0);
        let mut parts = vec![
            summary.title.clone().unwrap_or_else(|| "–".into()),
            summary.project.clone().unwrap_or_default(),
            summary.branch.clone().unwrap_or_default(),
        ];
        parts.retain(|part| !part.is_empty());
        let parts: Vec<_> = parts.iter().map(|part| shown_on_one_line(part)).collect();
        let times = [summary.started_at, summary.updated_at];
        let times: Vec<String> = times.iter().flatten().map(ToString::to_string).collect();
        let (rounds, open) = (summary.rounds, summary.unanswered);
        let mut text = parts.join(" · ");
        if !times.is_empty() {
            text += &format!("\n{}", times.join(" – "));
        }
        if open > 0 {
            text += &self.lang.pick(
                format!("\nrounds: {rounds}, questions never answered: {open}"),
                format!("\n{rounds} 轮，{open} 个问题从未得到回答"),
            );
        }
        text
    }

    /// How to see the rounds before this one.
    pub(super) fn earlier(&self, round: u32) -> String {
        let named = shown_on_one_line(self.named);
        self.lang.pick(
            format!("Earlier: sayso history {named} --before {round}"),
            format!("更早：sayso history {named} --before {round}"),
        )
    }

    /// What stands behind the last whole line.
    pub(super) fn unfinished(&self, words: &Words) -> String {
        let line = one_line(&words.text);
        self.lang.pick(
            format!("✗ the last line is cut off: {line}"),
            format!("✗ 最后一行不完整：{line}"),
        )
    }

    /// One item, with the heading of its round if that begins; none of what is told elsewhere.
    pub(super) fn item(&mut self, item: &Item) -> Option<String> {
        let lines = self.lines(item)?;
        let mut text = String::new();
        if self.round != Some(item.round) && item.round > 0 {
            let at = item.at.map_or_else(String::new, |at| format!(" ── {at}"));
            let round = item.round;
            let heading = self
                .lang
                .pick(format!("Round {round}"), format!("第 {round} 轮"));
            text += &format!("\n── {heading}{at} ──\n");
        }
        self.round = Some(item.round);
        if let Some(mark) = self.standing(item.standing) {
            text += &format!("({mark}) ");
        }
        Some(text + &lines)
    }

    fn standing(&self, standing: Standing) -> Option<&'static str> {
        let (en, zh) = match standing {
            Standing::Current | Standing::Loose => return None,
            Standing::Left => ("on a branch that was left", "已放弃的分支"),
            Standing::Sidechain => ("sub-agent", "子代理"),
            Standing::Repeated => ("repeated", "重复"),
            Standing::Orphan => ("what came before is missing", "缺少上文"),
            Standing::Cyclic => ("hangs on itself or on what comes later", "循环引用"),
        };
        Some(self.lang.pick(en, zh))
    }

    fn lines(&self, item: &Item) -> Option<String> {
        let lang = self.lang;
        Some(match &item.content {
            Content::Text(words) if item.from == Speaker::Person => under("❯ ", &full(words)),
            Content::Text(words) => under("  ", &full(words)),
            Content::Thinking(words) if words.text.is_empty() => "✻ …".into(),
            Content::Thinking(words) => format!("✻ {}", one_line(&words.text)),
            Content::ToolUse { name, input, .. } => {
                format!(
                    "▶ {} {}",
                    shown_on_one_line(name),
                    one_line(&input.to_string())
                )
            }
            // The question's card shows it.
            Content::ToolResult {
                name: Some(name), ..
            } if is_our_tool(name) => return None,
            Content::ToolResult {
                name,
                is_error,
                agent,
                words,
                ..
            } => {
                let mark = if *is_error { "✗" } else { "✓" };
                let name = shown_on_one_line(name.as_deref().unwrap_or("?"));
                let agent = agent.as_ref().map_or_else(String::new, |agent| {
                    let (named, agent) = (shown_on_one_line(self.named), shown_on_one_line(agent));
                    format!("\n    sayso history {named} --agent {agent}")
                });
                format!("  {mark} {name} {}{agent}", under_head("    ", &words.text))
            }
            Content::AskUserQuestion(card) => self.card(item, card),
            Content::Error(words) => under("! ", &full(words)),
            Content::Complete(words) => under("■ ", &full(words)),
            Content::Info { what, words } => {
                format!("· {} {}", shown_on_one_line(what), one_line(&words.text))
            }
            Content::Unknown { what, words } => {
                let (line, what) = (item.line, shown_on_one_line(what));
                let words = one_line(&words.text);
                lang.pick(
                    format!("· line {line} is of an unknown kind ({what}): {words}"),
                    format!("· 第 {line} 行类型未知（{what}）：{words}"),
                )
            }
            Content::Broken { why, words } => {
                let (line, words) = (item.line, one_line(&words.text));
                lang.pick(
                    format!("✗ line {line} is no JSON ({why}): {words}"),
                    format!("✗ 第 {line} 行不是 JSON（{why}）：{words}"),
                )
            }
            Content::TooLong { bytes } => {
                let line = item.line;
                lang.pick(
                    format!("✗ line {line} has {bytes} bytes, too many to read"),
                    format!("✗ 第 {line} 行有 {bytes} 字节，过长而未读取"),
                )
            }
        })
    }

    /// A question with everything that was offered, and what came of it.
    fn card(&self, item: &Item, card: &Card) -> String {
        let mut text = String::new();
        for question in &card.questions {
            let header = question
                .header
                .as_ref()
                .map_or_else(String::new, |h| format!("[{}] ", shown_on_one_line(h)));
            text += &format!("? {header}{}\n", shown(&question.question));
            for line in self.answer_lines(question) {
                text += &format!("    {line}\n");
            }
        }
        if card.questions.is_empty() {
            text += &format!("? {}\n", one_line(&card.input.to_string()));
        }
        if let Some(reply) = &card.reply {
            text += &format!("    “{}”\n", shown(reply));
        }
        let told = card
            .told
            .as_deref()
            .map_or_else(String::new, |told| format!(": {}", one_line(told)));
        let ended = match card.state {
            CardState::Answered => self.lang.pick("answered".into(), "已回答".into()),
            CardState::Unanswered => {
                let again = self.again(item, card);
                self.lang.pick(
                    format!("never answered{told}{again}"),
                    format!("从未得到回答{told}{again}"),
                )
            }
            CardState::Declined => self.lang.pick("turned down".into(), "被拒绝".into()),
            CardState::Timeout => self.lang.pick(
                format!("nobody answered in time{told}"),
                format!("超时无人回答{told}"),
            ),
            CardState::Failed => self
                .lang
                .pick(format!("no answer{told}"), format!("没有回答{told}")),
            CardState::Unclear => self.lang.pick(
                format!("a result that is no answer one could read{told}"),
                format!("结果无法识别为回答{told}"),
            ),
        };
        text + "  → " + &ended
    }

    /// How to ask it again, for what a main agent asked.
    fn again(&self, item: &Item, card: &Card) -> String {
        let name = item.uuid.as_ref().or(card.tool_use_id.as_ref());
        let Some(name) = name.filter(|_| item.standing != Standing::Sidechain) else {
            return String::new();
        };
        let (named, name) = (shown_on_one_line(self.named), shown_on_one_line(name));
        format!("\n    sayso history {named} --ask-again {name}")
    }

    fn answer_lines(&self, question: &CardQuestion) -> Vec<String> {
        let mut lines: Vec<String> = question
            .options
            .iter()
            .map(|option| {
                let mark = if option.picked { "●" } else { "○" };
                let about = option.description.as_ref();
                let about = about.map_or_else(String::new, |about| {
                    format!(" – {}", shown_on_one_line(about))
                });
                format!("{mark} {}{about}", shown_on_one_line(&option.label))
            })
            .collect();
        if let Some(other) = &question.other {
            lines.push(format!("● “{}”", shown(other)));
        }
        if let Some(note) = &question.note {
            lines.push(format!("  {}", shown(note)));
        }
        if question.defaulted {
            lines.push(sayso_core::texts::chosen_by_nobody(self.lang).trim().into());
        }
        lines
    }
}

fn full(words: &Words) -> String {
    let more = if words.left_out > 0 {
        format!("… (+{} B)", words.left_out)
    } else {
        String::new()
    };
    format!("{}{more}", shown(&words.text))
}

/// A text with its first line behind a mark, and the others below it.
fn under(mark: &str, text: &str) -> String {
    let indent = format!("\n{}", " ".repeat(mark.chars().count()));
    format!("{mark}{}", text.trim_end().replace('\n', &indent))
}

/// The first lines of a text; the first stands behind something, the others below it.
fn under_head(indent: &str, text: &str) -> String {
    let text = shown(text.trim_end());
    let mut lines = text.lines();
    let head: Vec<&str> = lines.by_ref().take(RESULT_LINES).collect();
    let cut = |line: &str| line.chars().take(LINE).collect::<String>();
    let head: Vec<String> = head.into_iter().map(cut).collect();
    let more = lines.count();
    let more = if more > 0 {
        format!("\n{indent}… +{more}")
    } else {
        String::new()
    };
    head.join(&format!("\n{indent}")) + &more
}

/// The beginning of a text on one line.
fn one_line(text: &str) -> String {
    let text = text.trim();
    let head: String = text.chars().take(LINE).collect();
    let more = if head.len() < text.len() { "…" } else { "" };
    format!("{}{more}", shown_on_one_line(&head))
}
