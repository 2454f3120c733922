import type { Problem } from "../form/problem.ts";
import type { Decider, Face, State } from "../form/wire.ts";
import type { PanelText } from "./panel.ts";

const FACES: Record<Face, string> = {
  terminal: "终端",
  inbox: "终端收件箱",
  web: "网页",
  mcp: "MCP 客户端",
  http: "API",
  file: "答案文件",
  pipe: "管道",
  hook: "钩子",
  host: "智能体",
  desk: "服务",
};

const DECIDERS: Record<Decider, string> = {
  person: "用户",
  client: "客户端表单",
  timeout: "超时",
  file: "答案文件",
  hook: "钩子",
  asker: "提问方",
};

export const panelZh: PanelText = {
  region: (agent) => (agent ? `${agent} 的提问` : "提问"),
  approvalRegion: (agent) => (agent ? `${agent} 请求许可` : "请求许可"),
  round: (round, of) => (of && of > 1 ? `第 ${round} 轮 / 共 ${of} 轮` : `第 ${round} 轮`),
  chain: (n) => `连问第 ${n} 次`,
  chainTitle: (n, limit) => `智能体已连续提问 ${n} 次；超过 ${limit} 次会被要求先继续工作。`,
  chainMore: "允许再连问 10 次",
  chainEnd: "不再连续提问",
  menu: "更多",
  copyMarkdown: "复制问题与回答",
  copied: "已复制",
  notCopied: "浏览器不允许复制。",
  fold: "收起",
  unfold: "展开",
  tabs: "问题",
  questionOf: (n, of) => `第 ${n} 题，共 ${of} 题`,
  review: "检查",
  reviewTitle: "你的回答",
  reviewReady: "所有问题都已回答。",
  answeredMark: "已回答",
  optional: "选填",
  suggested: "建议",
  lockedQuestion: "此题已有回答；以第一个答案为准。",
  other: "其他",
  otherHint: "其他：用自己的话说",
  yes: "是",
  no: "否",
  textHint: "你的回答",
  secretHint: "不会写入日志，也不会再次显示",
  reveal: "显示",
  conceal: "隐藏",
  hiddenAnswer: "已提供，内容保密",
  note: "备注",
  noteHint: "除了答案，还想让智能体知道什么",
  addNote: "添加备注",
  filter: (n) => `在 ${n.toLocaleString("zh-CN")} 个选项中筛选`,
  noMatch: "没有匹配的选项。请清除筛选，或用自己的话回答。",
  matches: (n, of) => `${n.toLocaleString("zh-CN")} / ${of.toLocaleString("zh-CN")}`,
  moreBelow: (n) => `下面还有 ${n.toLocaleString("zh-CN")} 个`,
  pickedList: "已选",
  preview: (label) => `预览：${label}`,
  context: "相关文件",
  contextLines: (first, last) => (first === last ? `第 ${first} 行` : `第 ${first}–${last} 行`),
  contextFailed: "此处无法显示该文件。",
  contextWhole: "显示整个文件",
  counted: (n, max) => `${n.toLocaleString("zh-CN")} / ${max.toLocaleString("zh-CN")}`,
  answeredCount: (n, of) => `已回答 ${n}/${of}`,
  cancel: "取消",
  cancelTitle: "取消这个问题？",
  cancelHint: "告诉智能体原因，或想先谈什么（选填）",
  cancelConfirm: "取消问题",
  cancelKeep: "继续保留",
  back: "上一题",
  next: "下一题",
  toReview: "检查回答",
  submit: "确认",
  sending: "正在提交…",
  sent: "你的回答已被采用。",
  hold: "暂停计时",
  letRun: "继续计时",
  left: "剩余",
  held: (left) => `计时已暂停，剩余 ${left}`,
  lastMinute: "剩余时间不到一分钟。",
  timeUp: "时间到",
  atZeroStop: "到时任务会被告知停止，不会替你作任何选择。",
  atZeroDefault: (labels) => `到时采用${labels}，并标明并非由人选择。`,
  atZeroPart: (labels) => `到时采用${labels}，并标明并非由人选择；其余视为未答，任务会被告知。`,
  approvalAction: "确切内容",
  approvalDigest: (digest) => `仅限此操作：${digest}`,
  approvalScroll: "请先读到末尾，然后才能允许。",
  approvalHidden: (n) => `有 ${n} 个特殊字符已写成代码并标出。`,
  approvalLead: "请求许可",
  newQuestion: (text) => `新问题：${text}`,
  askerSub: (kind) => (kind ? `子智能体 ${kind}` : "子智能体"),
  askerUnknown: "智能体未知",
  askerAway: "提问方不在",
  unattended: "提问方目前没有在等待。你的回答会保留，等它回来取。",
  offline: "当前离线。已填写的内容保存在这里，恢复连接后即可提交。",
  unreachable: "无法连接服务：不知道是否已送达。内容没有丢失；请再次提交，只会记录一次。",
  notTaken: "未被采用",
  missing: (n) => `还有 ${n} 个问题需要回答`,
  goTo: "前往",
  closed: (state: State, decider: Decider, interrupted: boolean) => {
    if (interrupted) return "任务已中断";
    if (state === "timeout") return "已超时";
    if (state === "cancelled") return decider === "asker" ? "已被智能体撤回" : "已取消";
    return decider === "person" ? "已回答" : `已由${DECIDERS[decider]}回答`;
  },
  by: (by, via, at) => `${by} · ${FACES[via]} · ${at}`,
  evidence: {
    passkey: "已用通行密钥验证",
    pin: "已用 PIN 验证",
    page: "来自已登录的网页",
    terminal: "在终端输入",
    channel: "来自已绑定的渠道",
    client_form: "来自智能体程序的表单",
    reported: "由智能体程序报告",
    grant: "依据长期授权",
    script: "由脚本作答，并非本人",
    default: "到期处理",
  },
  delivery: {
    waiting: "智能体尚未取走",
    handed_over: "已交给智能体",
    acknowledged: "智能体已收到",
    undeliverable: "未能交给智能体",
  },
  took: (duration) => `用时 ${duration}`,
  reason: "原因",
  notAnswered: "未回答",
  defaulted: "默认，非人选择",
  lostTitle: (state, by, via, at) =>
    `${by} 已于 ${at} 通过${FACES[via]}${state === "cancelled" ? "取消" : "回答"}，早于你的提交。`,
  lateTitle: (at) => `太迟了：已于 ${at} 超时。`,
  lostKept: "你的回答没有被采用。已填写的内容保留在下面。",
  copyKept: "复制我填写的内容",
  dismiss: "关闭",
  reopen: "重新提问",
  reopened: "该问题已重新提出。",
  problem: (one: Problem) => {
    switch (one.problem) {
      case "too_long":
        return `最多 ${one.max.toLocaleString("zh-CN")} 个字符，现有 ${one.got.toLocaleString("zh-CN")} 个`;
      case "too_many":
        return `最多 ${one.max} 个，现有 ${one.got} 个`;
      case "twice":
        return `“${one.what}”重复`;
      case "not_offered":
        return `“${one.got}”不在选项之内`;
      case "wrong_shape":
        return "回答的形式不符";
      case "no_other":
        return "此题不接受自定义回答";
      case "unanswered":
        return "此题需要回答";
      case "nothing_answered":
        return "还没有任何回答。如不想回答，请取消。";
    }
  },
  faces: FACES,
  listOf: (items) => items.map((item) => `“${item}”`).join("、"),
  between: "、",
};
