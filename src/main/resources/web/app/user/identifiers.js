import {html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {actionButton} from '../parts/action.js';
import {plural} from '../parts/count.js';
import {trimmed} from '../parts/invisible.js';
import {isolated} from '../parts/isolated.js';
import {Section} from './section.js';

/** The email addresses or the phone numbers of a user. */
class Identifiers extends Section {
  static properties = {...Section.properties, kind: {attribute: false}};

  constructor() {
    super();
    /** @type {import('./kinds.js').Kind} */
    this.kind = /** @type {any} */ (null);
  }

  get entries() {
    return /** @type {any[]} */ (this.user[this.kind.member]);
  }

  render() {
    const {kind} = this;
    return html`<section class="card stack" aria-labelledby="title">
      <div class="spread">
        <h2 id="title" tabindex="-1">${kind.title}</h2>
        ${actionButton(kind.add, 'Add', () => this.add(), {about: kind.some})}
      </div>
      ${this.entries.length === 0
        ? html`<p class="muted">None.</p>`
        : html`<ul class="plain">
            ${repeat(
              this.entries,
              entry => entry.id,
              entry => this.renderEntry(entry),
            )}
          </ul>`}
    </section>`;
  }

  /** @param {any} entry */
  renderEntry(entry) {
    return html`<li class="stack-close">
      <div class="row">
        <span class="value">${entry[this.kind.value]}</span>
        ${entry.verified
          ? html`<span class="badge badge-good">verified</span>`
          : html`<span class="badge badge-warning">not verified</span>`}
        ${entry.primary ? html`<span class="badge">primary</span>` : nothing}
      </div>
      ${renderUse(entry)}
      <div class="row">${this.renderActions(entry)}</div>
    </li>`;
  }

  /** @param {any} entry */
  renderActions(entry) {
    const {kind} = this;
    const options = {look: 'quiet', about: entry[kind.value]};
    return html`
      ${entry.verified
        ? actionButton(kind.unverify, 'Mark as not verified', () => this.unverify(entry), options)
        : actionButton(kind.verify, 'Mark as verified', () => this.verify(entry), options)}
      ${entry.primary ? nothing : actionButton(kind.makePrimary, 'Make primary', () => this.makePrimary(entry), options)}
      ${entry.primary && this.entries.length > 1
        ? html`<span class="small muted">To remove it, make another one primary first.</span>`
        : actionButton(kind.remove, 'Remove', () => this.removeEntry(entry), options)}
    `;
  }

  add() {
    const {kind} = this;
    return this.act({
      title: `Add ${kind.some}`,
      label: 'Add',
      operation: kind.add,
      isHarmless: true,
      fields: () => [
        {name: kind.value, label: kind.label, type: kind.type, placeholder: kind.example, required: true},
        {name: 'verified', label: 'It is verified', value: false},
        {name: 'primary', label: 'Make it the primary one', value: false},
      ],
      args: values => ({
        body: {[kind.value]: trimmed(values[kind.value]), verified: values.verified, ...(values.primary ? {primary: true} : {})},
      }),
      done: () => `The ${kind.one} is added.`,
    });
  }

  /** @param {any} entry */
  verify(entry) {
    return this.actOn(entry, {
      title: `Mark ${isolated(entry[this.kind.value])} as verified?`,
      label: 'Mark as verified',
      operation: this.kind.verify,
      isHarmless: true,
      done: () => `The ${this.kind.one} is verified.`,
    });
  }

  /** @param {any} entry */
  unverify(entry) {
    return this.actOn(entry, {
      title: `Mark ${isolated(entry[this.kind.value])} as not verified?`,
      label: 'Mark as not verified',
      operation: this.kind.unverify,
      done: () => `The ${this.kind.one} is no longer verified.`,
    });
  }

  /** @param {any} entry */
  makePrimary(entry) {
    const before = this.entries.find(other => other.primary)?.[this.kind.value];
    return this.actOn(entry, {
      title: `Make ${isolated(entry[this.kind.value])} the primary ${this.kind.one}?`,
      text: before ? `It replaces ${isolated(before)}, which stays.` : nothing,
      label: 'Make primary',
      operation: this.kind.makePrimary,
      isHarmless: true,
      done: () => `The ${this.kind.one} is the primary one.`,
    });
  }

  /** @param {any} entry */
  removeEntry(entry) {
    const {value, remove, member, one, title} = this.kind;
    const counted = (/** @type {any[]} */ entries) => plural(entries.length, one, title.toLowerCase());
    return this.actOn(entry, {
      title: `Remove the ${one} ${isolated(entry[value])}?`,
      text: `The user keeps ${counted(this.entries.slice(1))}.`,
      label: 'Remove',
      operation: remove,
      done: ({body}) => `The ${one} is removed. The user has ${counted(body[member])}.`,
    });
  }

  /**
   * @param {any} entry
   * @param {import('./section.js').Change} change
   */
  actOn(entry, change) {
    return this.act({...change, args: () => ({path: {[this.kind.id]: entry.id}})});
  }
}

/**
 * The sign-in methods of an identifier, and the providers that confirm it.
 *
 * @param {any} entry
 */
export function renderUse(entry) {
  return html`<div class="small muted value">
    ${entry.authenticators.length > 0 ? `Signs in with ${entry.authenticators.join(', ')}. ` : nothing}
    ${entry.idps.length > 0 ? `Confirmed by ${entry.idps.join(', ')}.` : nothing}
  </div>`;
}

customElements.define('ua-user-identifiers', Identifiers);
