import {LitElement, html} from 'lit';
import {now} from '../api/clock.js';
import {storage} from '../api/storage.js';
import {isoTime, relativeTime} from './relative-time.js';

const STORED = 'useradmin.times';
const EXACT = 'exact';
const browser = storage('localStorage');
/** Another tab may choose differently. */
let isExact = browser.getItem(STORED) === EXACT;

/** All visible elements. There may be thousands, so they share one timer. */
const shown = new Set();

setInterval(redraw, 30_000);

function redraw() {
  shown.forEach(time => time.requestUpdate());
}

/** Whether the user wants to see exact times instead of ages: only a mouse can hover. */
export function areTimesExact() {
  return isExact;
}

/** @param {boolean} areExact */
export function showExactTimes(areExact) {
  isExact = areExact;
  browser.setItem(STORED, isExact ? EXACT : '');
  redraw();
}

/** A moment relative to now, with the exact time on hover; or the exact time. `seconds` is since the Unix epoch. */
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
    return html`<time datetime=${iso} title=${iso}>${isExact ? renderExact(iso) : relativeTime(this.seconds, now())}</time>`;
  }
}

/**
 * It needs a space, so that a narrow column has the day and the time below each other.
 *
 * @param {string} iso
 */
function renderExact(iso) {
  return html`<span class="exact">${iso.split('T').map((part, index) => html`${index ? ' ' : ''}<span>${part}</span>`)}</span>`;
}

customElements.define('ua-time', RelativeTime);
