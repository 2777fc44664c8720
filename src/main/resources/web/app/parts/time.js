import {LitElement, html} from 'lit';
import {now} from '../api/clock.js';
import {isoTime, relativeTime} from './relative-time.js';

/** All visible elements. There may be thousands, so they share one timer. */
const shown = new Set();

setInterval(() => shown.forEach(time => time.requestUpdate()), 30_000);

/** A moment relative to now, with the exact time on hover. `seconds` is since the Unix epoch. */
class RelativeTime extends LitElement {
  static properties = {seconds: {type: Number}, none: {}};

  constructor() {
    super();
    /** @type {number | undefined} */
    this.seconds = undefined;
    this.none = 'never';
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    shown.add(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    shown.delete(this);
  }

  render() {
    if (this.seconds === undefined || this.seconds === null) {
      return html`${this.none}`;
    }
    const iso = isoTime(this.seconds);
    return html`<time datetime=${iso} title=${iso}>${relativeTime(this.seconds, now())}</time>`;
  }
}

customElements.define('ua-time', RelativeTime);
