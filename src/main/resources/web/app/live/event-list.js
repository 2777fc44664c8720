import {LitElement, css, html, nothing} from 'lit';
import {guard} from 'lit/directives/guard.js';
import {repeat} from 'lit/directives/repeat.js';
import {now} from '../api/clock.js';
import {titleOfType} from '../api/event-types.js';
import {format} from '../data/json.js';
import {linkTo} from '../frame/router.js';
import {isoTime} from '../parts/relative-time.js';
import {shortened} from '../parts/short.js';
import {toggled} from '../parts/rows.js';
import {shared} from '../style/shared.js';
import {authorOf, factsOf} from './summary.js';

/** The JSON has all. */
const MOST_VALUES = 5;

/** Events with a link to their user. Each one can show its JSON. */
class EventList extends LitElement {
  static properties = {events: {attribute: false}, open: {state: true}};

  static styles = [
    shared,
    css`
      li {
        padding-block: var(--space-1);
        border-bottom: 1px solid var(--color-border);
        contain-intrinsic-size: auto 2.5rem;
        content-visibility: auto;
      }

      .line {
        display: grid;
        grid-template-columns: 5.5rem minmax(9rem, 13rem) minmax(6rem, 20rem) minmax(0, 1fr) auto;
        align-items: baseline;
        gap: 0 var(--space-3);
      }

      .fact,
      .author {
        margin-inline-end: var(--space-2);
      }

      pre {
        margin: var(--space-2) 0;
      }

      @media (max-width: 48rem) {
        .line {
          grid-template-columns: 5.5rem minmax(0, 1fr) auto;
        }

        .about {
          grid-column: 2 / -1;
        }

        .toggle {
          grid-area: 1 / 3;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {any[]} */
    this.events = [];
    /** @type {ReadonlySet<string>} the ids of events whose JSON is shown */
    this.open = new Set();
  }

  render() {
    const today = isoTime(now()).slice(0, 10);
    return html`<ol class="plain" aria-label="Events">
      ${repeat(this.events, idOf, event => this.renderOnce(event, this.open.has(event.id), today))}
    </ol>`;
  }

  /**
   * Events never change, so comparing the identity is enough.
   *
   * @param {any} event
   * @param {boolean} isOpen
   * @param {string} today
   */
  renderOnce(event, isOpen, today) {
    return html`<li>${guard([event, isOpen, today], () => this.renderEvent(event, isOpen, today))}</li>`;
  }

  /**
   * @param {any} event
   * @param {boolean} isOpen
   * @param {string} today such as "2026-11-22"; events of another day also show theirs
   */
  renderEvent(event, isOpen, today) {
    const [day, time] = [event.time.slice(0, 10), event.time.slice(11, 19)];
    const title = titleOfType(event.type);
    return html`<div class="line">
        <time class="small mono" datetime=${event.time} title=${event.time}>${day === today ? '' : `${day} `}${time}</time>
        <span title=${event.type}>${title}</span>
        <span class="about">${this.renderUser(event.data?.user_id)}</span>
        <span class="about small muted">${renderAuthor(event)} ${factsOf(event).map(renderFact)}</span>
        <button
          type="button"
          class="quiet toggle"
          aria-expanded=${isOpen}
          aria-label=${`JSON of ${title}`}
          @click=${() => (this.open = toggled(this.open, event.id))}
        >
          JSON
        </button>
      </div>
      ${isOpen ? html`<pre class="block">${format(event)}</pre>` : nothing}`;
  }

  /** @param {string | undefined} userId */
  renderUser(userId) {
    return userId ? html`<a class="value" href=${linkTo('/users/:user_id', {user_id: userId})}>${userId}</a>` : nothing;
  }
}

/** @param {any} event */
function renderAuthor(event) {
  const author = authorOf(event);
  return author ? html`<span class="author">${author.label} ${renderValue(author.value)}</span>` : nothing;
}

/** @param {{label: string, values: string[]}} fact */
function renderFact({label, values}) {
  const shown = values.slice(0, MOST_VALUES);
  return html`<span class="fact">${label} ${shown.map(renderValue)} ${values.length > MOST_VALUES ? '…' : nothing}</span>`;
}

/** @param {string} [value] */
function renderValue(value) {
  return value ? html`<code class="value">${shortened(value)}</code> ` : nothing;
}

/** @param {any} event */
function idOf(event) {
  return event.id;
}

customElements.define('ua-event-list', EventList);
