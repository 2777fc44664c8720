import {css, html, nothing} from 'lit';
import {listEvents} from '../api/operations.js';
import {session} from '../api/session.js';
import {plural} from '../parts/count.js';
import {copyAsCurl} from '../parts/curl.js';
import {choice, field} from '../parts/field.js';
import {trimmed} from '../parts/invisible.js';
import '../parts/problem.js';
import {View, ifAllowed} from '../parts/view.js';
import {shared} from '../style/shared.js';
import './connection.js';
import {renderEarlier} from './earlier.js';
import './event-list.js';
import {Feed} from './feed.js';
import {beginnings, typeFilters} from './filters.js';
import {Rate} from './rate.js';
import './rate-chart.js';
import {Recent} from './recent.js';

const MOST_EVENTS = 500;
const CHART_SECONDS = 120;
/** The list is rendered at most this often. */
const DRAW_MILLIS = 500;
/** If more events than this arrive between two renderings, only this many rows are shown, because nobody can read them. */
const FAST = 100;

/** The live view of the change feed. */
class Live extends View {
  static properties = {
    ...View.properties,
    state: {state: true},
    gap: {state: true},
    shown: {state: true},
    unseen: {state: true},
    isPaused: {state: true},
    counts: {state: true},
    user: {state: true},
  };

  static styles = [
    shared,
    css`
      .oneline {
        grid-template-columns: repeat(3, minmax(0, 1fr)) auto;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import('./feed.js').State} */
    this.state = {name: 'connecting', error: null, seconds: 0};
    /** @type {any} the reason for missing events in the list */
    this.gap = null;
    /** @type {any[]} */
    this.shown = [];
    this.unseen = 0;
    this.isPaused = false;
    /** @type {number[]} */
    this.counts = [];
    this.user = '';
    /** @type {Feed | null} */
    this.feed = null;
    this.recent = new Recent(MOST_EVENTS);
    this.rate = new Rate(CHART_SECONDS);
    this.undrawn = 0;
    this.drawTimer = 0;
    this.chartTimer = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.chartTimer = setInterval(() => (this.counts = this.rate.until(now())), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.chartTimer);
    clearTimeout(this.drawTimer);
    this.feed?.stop();
  }

  /** The key before may have been refused, or may not have been allowed to read events. */
  ownerChanged() {
    super.ownerChanged();
    if (session.allows(listEvents) && (!this.feed || this.state.name === 'stopped')) {
      this.connect(this.feed?.cursor ?? null);
    }
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('query')) {
      this.user = this.query.get('user_id') ?? '';
      this.start();
    }
  }

  /** Starts with an empty list. */
  start() {
    this.recent = new Recent(MOST_EVENTS);
    this.rate = new Rate(CHART_SECONDS);
    Object.assign(this, {shown: [], unseen: 0, gap: null, counts: this.rate.until(now())});
    if (session.allows(listEvents)) {
      this.connect(null);
    }
  }

  /** @param {string | null} cursor the cursor of the last event that was read */
  connect(cursor) {
    this.feed?.stop();
    this.feed = new Feed(this.filter(), {cursor, fromOldest: this.isFromOldest()}, {
      events: events => this.receive(events),
      state: state => (this.state = state),
      skipped: error => (this.gap = error),
    });
    this.feed.follow();
  }

  isFromOldest() {
    return this.query.get('from') === 'oldest';
  }

  filter() {
    return {type: this.query.get('type'), user_id: this.query.get('user_id')};
  }

  /** @param {any[]} events */
  receive(events) {
    const added = this.recent.add(events);
    this.rate.add(added, now());
    this.undrawn += added;
    this.unseen += this.isPaused ? added : 0;
    this.drawSoon();
  }

  drawSoon() {
    this.drawTimer ||= setTimeout(() => this.draw(), DRAW_MILLIS);
  }

  /** After a burst of events, renders once more to show the remaining ones. */
  draw() {
    const isFast = this.undrawn > FAST;
    this.drawTimer = 0;
    this.undrawn = 0;
    if (!this.isPaused) {
      this.shown = this.recent.events.slice(0, isFast ? FAST : MOST_EVENTS);
    }
    if (isFast) {
      this.drawSoon();
    }
  }

  pause() {
    this.isPaused = !this.isPaused;
    this.unseen = 0;
    this.shown = this.recent.events;
  }

  /** @param {Record<string, string | null>} [query] the change besides the typed user id */
  change(query) {
    this.remember('/live', {...Object.fromEntries(this.query), user_id: trimmed(this.user), ...query});
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    this.change();
  }

  render() {
    return html`<div class="stack">
      <h1>Live events</h1>
      ${ifAllowed(
        listEvents,
        () => html`${this.renderFilter()}
          <section class="card stack-close">
            ${this.renderTools()}
            ${this.renderGap()}
            <ua-problem .error=${this.state.error}></ua-problem>
            <ua-rate-chart .counts=${this.counts}></ua-rate-chart>
          </section>
          <section class="card stack-close">${this.renderEvents()}</section>`,
      )}
    </div>`;
  }

  renderFilter() {
    return html`<form class="card oneline" role="search" @submit=${this.submit}>
      ${this.renderChoice('type', 'Type', typeFilters())} ${this.renderChoice('from', 'Begin with', beginnings)}
      ${field({
        name: 'user_id',
        label: 'User id',
        type: 'search',
        value: this.user,
        error: this.state.error,
        onInput: value => (this.user = value),
      })}
      <button type="submit">Filter</button>
    </form>`;
  }

  /**
   * @param {string} name the parameter's name
   * @param {string} label
   * @param {{value: string, label: string}[]} options
   */
  renderChoice(name, label, options) {
    return choice({name, label, value: this.query.get(name) ?? '', options, onChange: value => this.change({[name]: value})});
  }

  renderTools() {
    return html`<div class="spread">
      <ua-connection .state=${this.state} @retry=${() => this.connect(this.feed?.cursor ?? null)}></ua-connection>
      <div class="row">
        <button type="button" @click=${this.pause}>${this.isPaused ? 'Resume' : 'Pause'}</button>
        ${copyAsCurl(listEvents, () => ({
          query: {...this.filter(), after: this.isFromOldest() ? null : 'now'},
          headers: {Accept: 'text/event-stream'},
        }))}
      </div>
    </div>`;
  }

  renderGap() {
    const {detail, title} = this.gap?.problem ?? {};
    return this.gap ? html`<p class="note note-warning value">Events are missing here. ${detail ?? title}</p>` : nothing;
  }

  renderEvents() {
    const earlier = renderEarlier(this.filter());
    const paused = `Paused. ${this.unseen.toLocaleString('en')} more arrived since.`;
    if (this.shown.length === 0) {
      return html`<p class="muted">${this.isPaused ? paused : 'No event yet. What changes in the tenant appears here.'} ${earlier}</p>`;
    }
    const more = this.shown.length < this.recent.events.length ? ` Pause to see ${this.recent.events.length}.` : '';
    return html`<p class="small muted">
        ${this.isFromOldest() ? 'Read from the oldest kept event on. The last' : 'The newest'}
        ${plural(this.shown.length, 'event is', 'events are')} shown. ${this.isPaused ? paused : more} Times are UTC. ${earlier}
      </p>
      <ua-event-list .events=${this.shown}></ua-event-list>`;
  }
}

/** Seconds since the page was opened. */
function now() {
  return Math.floor(performance.now() / 1000);
}

customElements.define('ua-live', Live);
