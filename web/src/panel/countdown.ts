import { css, html, LitElement, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import type { Lang } from "../text/lang.ts";
import { countdown } from "../text/time.ts";

const RING = 2 * Math.PI * 7;

/** The time that is left, as figures and a ring. It ticks by itself, so that the card need not. */
export class QuestionCountdown extends LitElement {
  static override styles = css`
    :host {
      display: inline-flex;
      align-items: center;
      gap: 6px;
      font-variant-numeric: tabular-nums;
      font-weight: 600;
      white-space: nowrap;
    }
    :host([soon]) {
      color: var(--sayso-bad);
    }
    svg {
      transform: rotate(-90deg);
    }
    circle {
      fill: none;
      stroke: currentColor;
      stroke-width: 2.5;
    }
    .track {
      opacity: 0.2;
    }
  `;

  /** When it began and when it ends, in milliseconds of the desk's clock. */
  @property({ type: Number }) from = 0;
  @property({ type: Number }) until = 0;
  /** Milliseconds that are left while the clock stands. */
  @property({ type: Number }) held: number | undefined;
  @property({ attribute: false }) now: () => number = Date.now;
  @property() override lang: Lang = "en";
  /** In the last minute. */
  @property({ type: Boolean, reflect: true }) soon = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get left(): number {
    return Math.max(0, this.held ?? this.until - this.now());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tick();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(): void {
    const soon = this.held === undefined && this.left < 60_000;
    if (soon && !this.soon && this.hasUpdated) this.dispatchEvent(new Event("last-minute"));
    this.soon = soon;
  }

  protected override render(): TemplateResult {
    const whole = Math.max(1, this.until - this.from);
    const gone = RING * (1 - Math.min(1, this.left / whole));
    return html`
      <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
        <circle class="track" cx="9" cy="9" r="7" />
        <circle cx="9" cy="9" r="7" stroke-dasharray=${RING.toFixed(2)} stroke-dashoffset=${gone.toFixed(2)} />
      </svg>
      <span role="timer">${countdown(this.left, this.lang)}</span>
    `;
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.requestUpdate();
    if (!this.isConnected) return;
    // To where the figures change next, so that none is skipped.
    this.#timer = setTimeout(() => this.#tick(), (this.left % 1_000) + 20 || 1_000);
  }
}

if (!customElements.get("user-question-countdown")) customElements.define("user-question-countdown", QuestionCountdown);
