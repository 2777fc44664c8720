import {LitElement, css, html, svg} from 'lit';
import {plural} from '../parts/count.js';
import {shared} from '../style/shared.js';

const HEIGHT = 100;

/** A chart with one bar per second. `counts` starts with the oldest second. */
class RateChart extends LitElement {
  static properties = {counts: {attribute: false}};

  static styles = [
    shared,
    css`
      figure {
        display: grid;
        gap: var(--space-1);
        margin: 0;
      }

      svg {
        display: block;
        width: 100%;
        height: 5rem;
        background: var(--color-ocean);
        border-radius: var(--radius);
      }

      path {
        fill: var(--color-accent);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {number[]} */
    this.counts = [];
  }

  render() {
    const most = Math.max(0, ...this.counts);
    const sum = plural(this.counts.reduce((all, count) => all + count, 0), 'event');
    const now = (this.counts.at(-2) ?? 0).toLocaleString('en');
    const text = `${sum} in the last ${this.counts.length} s, at most ${most.toLocaleString('en')} in a second.`;
    return html`<figure>
      <svg viewBox="0 0 ${this.counts.length} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${text}>
        ${svg`<path d=${this.counts.map((count, second) => bar(second, (HEIGHT * count) / (most || 1))).join('')}></path>`}
      </svg>
      <figcaption class="small spread"><span class="muted">${text}</span><strong>${now} per second</strong></figcaption>
    </figure>`;
  }
}

/**
 * @param {number} x
 * @param {number} height
 */
function bar(x, height) {
  return height > 0 ? `M${x} ${HEIGHT}v${-height}h0.9v${height}z` : '';
}

customElements.define('ua-rate-chart', RateChart);
