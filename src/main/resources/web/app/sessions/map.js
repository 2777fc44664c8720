import {LitElement, css, html, nothing, svg} from 'lit';
import {isolated} from '../parts/isolated.js';
import '../parts/time.js';
import {shared} from '../style/shared.js';
import {placeName, sessionsText} from './places.js';
import {HEIGHT, WIDTH, outlines} from './projection.js';

const LARGEST = 44;
const SMALLEST = 8;

/** Keys that move the focus between the circles. */
const STEPS = /** @type {Record<string, number>} */ ({ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1});

/**
 * A world map with one circle per place. `chosen` is the selected place. Fires `choose` (detail: the key of the place's largest
 * location, or null if the user deselects it). The circles are a list: arrow keys move the focus, Enter and the space bar select.
 */
class SessionMap extends LitElement {
  static properties = {
    places: {attribute: false},
    chosen: {attribute: false},
    counted: {attribute: false},
    unplaced: {attribute: false},
    shown: {state: true},
    current: {state: true},
  };

  static styles = [
    shared,
    css`
      figure {
        display: grid;
        gap: var(--space-2);
        margin: 0;
      }

      svg {
        display: block;
        width: 100%;
        height: auto;
        overflow: visible;
      }

      .globe {
        fill: var(--color-ocean);
      }

      .land {
        fill: var(--color-land);
      }

      .place {
        cursor: pointer;
        outline: none;
      }

      .hit {
        fill: transparent;
      }

      .dot {
        fill: var(--color-accent);
        fill-opacity: 0.7;
        stroke: var(--color-surface);
        stroke-width: 2;
      }

      .place:hover .dot,
      .place[aria-selected="true"] .dot {
        fill-opacity: 1;
      }

      .place[aria-selected="true"] .dot,
      .place:focus-visible .dot {
        stroke: var(--color-text);
        stroke-width: 5;
      }

      .place:focus-visible .dot {
        stroke-dasharray: 6 4;
      }

      figcaption {
        display: grid;
        gap: var(--space-1);
      }

      .details {
        min-height: 3em;
        max-height: 12em;
        overflow: hidden;
      }

      @media (prefers-reduced-motion: no-preference) {
        .dot {
          transition:
            fill-opacity 150ms,
            stroke-width 150ms;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import('./places.js').Place[]} the largest first */
    this.places = [];
    /** @type {import('./places.js').Place | undefined} */
    this.chosen = undefined;
    /** The number of loaded sessions, such as "100 of 12,345". */
    this.counted = '';
    /** The number of loaded sessions without coordinates. */
    this.unplaced = 0;
    /** @type {import('./places.js').Place | null} the place under the pointer or with the focus */
    this.shown = null;
    this.current = 0;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('places')) {
      this.shown = null;
      this.current = 0;
    }
  }

  /** @param {number} index */
  async focusOn(index) {
    this.current = (index + this.places.length) % this.places.length;
    await this.updateComplete;
    /** @type {SVGElement} */ (this.renderRoot.querySelectorAll('.place')[this.current]).focus();
  }

  /** @param {import('./places.js').Place} place */
  choose(place) {
    this.dispatchEvent(new CustomEvent('choose', {detail: place === this.chosen ? null : place.locations[0].key}));
  }

  /** @param {KeyboardEvent} event */
  keyPressed(event) {
    const target = {Home: 0, End: this.places.length - 1}[event.key] ?? this.current + (STEPS[event.key] ?? NaN);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.choose(this.places[this.current]);
    } else if (!Number.isNaN(target)) {
      event.preventDefault();
      this.focusOn(target);
    }
  }

  render() {
    return html`<figure>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="World map of the sessions">
        <path class="globe" d=${outlines.globe}></path>
        <path class="land" d=${outlines.land}></path>
        ${this.places.length > 0 ? this.renderPlaces() : nothing}
      </svg>
      <figcaption class="small">
        <p>${this.renderSummary()}</p>
        <div class="details value">${this.renderDetails()}</div>
      </figcaption>
    </figure>`;
  }

  renderPlaces() {
    const scale = scaleFor(this.places[0].sessions.length);
    return svg`<g role="listbox" aria-label="Places" @keydown=${this.keyPressed}>
      ${this.places.map((place, index) => this.renderPlace(place, index, scale))}
    </g>`;
  }

  /**
   * @param {import('./places.js').Place} place
   * @param {number} index
   * @param {number} scale
   */
  renderPlace(place, index, scale) {
    const radius = Math.max(SMALLEST, scale * Math.sqrt(place.sessions.length));
    return svg`<g
      class="place"
      role="option"
      tabindex=${index === this.current ? 0 : -1}
      aria-selected=${place === this.chosen}
      aria-label=${`${placeName(place)}: ${sessionsText(place.sessions.length)}`}
      @click=${() => this.choose(place)}
      @pointerenter=${() => (this.shown = place)}
      @focus=${() => Object.assign(this, {shown: place, current: index})}
    >
      <circle class="hit" cx=${place.x} cy=${place.y} r=${radius + 8}></circle>
      <circle class="dot" cx=${place.x} cy=${place.y} r=${radius}></circle>
    </g>`;
  }

  renderSummary() {
    return html`${this.counted ? html`<strong>${this.counted} sessions shown.</strong>` : nothing}
    ${this.unplaced > 0 ? `${sessionsText(this.unplaced)} without coordinates.` : nothing}`;
  }

  renderDetails() {
    const place = this.shown ?? this.chosen;
    if (!place) {
      return this.places.length > 0 ? html`<span class="muted">Choose a circle to see its sessions only.</span>` : nothing;
    }
    const clients = [...new Set(place.sessions.flatMap(session => session.client_ids))];
    return html`<strong class="value">${placeName(place)}</strong>: ${sessionsText(place.sessions.length)}, last seen
      <ua-time seconds=${Math.max(...place.sessions.map(session => session.last_updated))}></ua-time><br />
      <span class="muted">Clients: ${clients.slice(0, 5).map(isolated).join(', ') || 'none'}${clients.length > 5 ? ' …' : ''}</span>`;
  }
}

/**
 * The factor for the square root of a count, so that areas are proportional to counts.
 *
 * @param {number} largest the largest count
 */
function scaleFor(largest) {
  return Math.min(10, LARGEST / Math.sqrt(largest));
}

customElements.define('ua-session-map', SessionMap);
