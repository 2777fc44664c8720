import {css, html, nothing} from 'lit';
import {titleOfType} from '../api/event-types.js';
import {format} from '../data/json.js';
import {linkTo} from '../frame/router.js';
import '../parts/copy.js';
import {CursorTable} from '../parts/cursor-table.js';
import {nameOf} from '../parts/invisible.js';
import {isoTime} from '../parts/relative-time.js';
import '../parts/time.js';
import {byDay, factsOf} from './entry.js';

/** In UTC, like all exact times of the console. */
const DAY = new Intl.DateTimeFormat('en', {dateStyle: 'full', timeZone: 'UTC'});

/** Entries of the audit log as a timeline, the newest first. It loads pages like a table. `href` links to the entries of one actor or key. */
class Timeline extends CursorTable {
  static properties = {...CursorTable.properties, href: {attribute: false}};

  static styles = [
    ...CursorTable.styles,
    css`
      h2 {
        padding-block: var(--space-3) var(--space-2);
        font-size: var(--text-normal);
      }

      ol {
        border-inline-start: 2px solid var(--color-border);
      }

      li {
        position: relative;
        padding: var(--space-2) 0 var(--space-3) var(--space-4);
      }

      li::before {
        position: absolute;
        inset-block-start: 0.95rem;
        inset-inline-start: -0.4rem;
        width: 0.65rem;
        height: 0.65rem;
        background: var(--color-accent);
        border-radius: 50%;
        content: "";
      }

      pre {
        margin-block-start: var(--space-2);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {(filter: {actor?: string, key_id?: string}) => string} */
    this.href = () => '';
  }

  renderRows() {
    return html`<div aria-busy=${this.isLoading}>
      ${byDay(this.rows, seconds => DAY.format(seconds * 1000)).map(
        ({day, entries}) => html`
          <h2>${day}</h2>
          <ol class="plain">
            ${entries.map(entry => this.renderEntry(entry))}
          </ol>
        `,
      )}
    </div>`;
  }

  /** @param {any} entry */
  renderEntry(entry) {
    return html`<li class="stack-close">
      <div class="spread">
        <strong>${titleOfType(entry.type)}</strong>
        <span class="muted small">${isoTime(entry.time).slice(11, 19)}, <ua-time seconds=${entry.time}></ua-time></span>
      </div>
      ${entry.reason ? html`<p class="value">${entry.reason}</p>` : nothing}
      ${this.renderAuthor(entry)} ${this.renderFacts(entry)}
      <details class="small">
        <summary aria-label=${`JSON of ${titleOfType(entry.type)}`}>JSON</summary>
        <pre class="block">${format(entry)}</pre>
        <ua-copy .text=${() => format(entry)} label="Copy JSON"></ua-copy>
      </details>
    </li>`;
  }

  /** @param {any} entry */
  renderAuthor({actor, key, operator}) {
    return html`<p class="small muted value">
      By
      ${actor ? html`<a href=${this.href({actor})}>${actor}</a> with ` : nothing}
      ${key
        ? html`the key <a href=${this.href({key_id: key.key_id})}>${nameOf(key.name, key.key_id)}</a>`
        : operator
          ? 'the operator’s command line'
          : 'an unknown key'}
    </p>`;
  }

  /** @param {any} entry */
  renderFacts(entry) {
    const facts = factsOf(entry);
    return facts.length === 0 && !entry.group_id
      ? nothing
      : html`<dl class="facts small">
          ${entry.group_id
            ? html`<dt>Group</dt>
                <dd class="value"><a href=${linkTo('/groups/:group_id', entry)}>${entry.group_id}</a></dd>`
            : nothing}
          ${facts.map(
            ([label, value]) =>
              html`<dt>${label}</dt>
                <dd class="value">${value}</dd>`,
          )}
        </dl>`;
  }
}

customElements.define('ua-timeline', Timeline);
