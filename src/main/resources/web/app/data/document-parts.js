import {html, nothing} from 'lit';
import {session} from '../api/session.js';
import {actionButton} from '../parts/action.js';
import {plural} from '../parts/count.js';
import {copyAsCurl} from '../parts/curl.js';
import {rescueFocus} from '../parts/focus.js';
import {visible} from '../parts/invisible.js';
import {isEdited} from './draft.js';
import {keepsDigits} from './json.js';
import './tree.js';
import {unsent} from './unsent.js';

/**
 * @typedef {import('./document.js').UserDocument} UserDocument
 * @typedef {import('./draft.js').Draft} Draft
 * @typedef {import('./draft.js').Edit} Edit
 */

/** @param {UserDocument} element */
export function renderHead({about: {title, hint, read}, params: path}) {
  return html`<div class="spread">
    <div>
      <h2 id="title" tabindex="-1">${title}</h2>
      <p class="small muted">${hint}</p>
    </div>
    ${copyAsCurl(read, () => ({path}))}
  </div>`;
}

/** @param {UserDocument} element */
export function renderUnloaded(element) {
  if (element.error) {
    return html`<ua-problem retryable .error=${element.error} @retry=${() => act(element, () => element.load())}></ua-problem>`;
  }
  return element.isLoading
    ? html`<p class="muted" role="status">Loading …</p>`
    : html`<div class="stack-close">
        <p>It is masked, because it can be sensitive. The service may record that you look at it.</p>
        ${unsent.has(element.userId, [element.kind])
          ? html`<p class="note note-warning">You have changes that you have not sent yet.</p>`
          : nothing}
        <div>
          <button type="button" @click=${() => element.show()}>Show the ${element.about.title.toLowerCase()}</button>
        </div>
      </div>`;
}

/** @param {UserDocument} element */
export function renderModes(element) {
  const modes = {tree: 'Tree', text: 'Text'};
  return html`<div class="row" role="radiogroup" aria-label="Show as">
    ${Object.entries(modes).map(
      ([mode, label]) => html`<label class="check">
        <input
          type="radio"
          name="mode"
          .checked=${mode === element.mode}
          @change=${() => element.dispatchEvent(new CustomEvent('mode', {detail: mode}))}
        />
        ${label}
      </label>`,
    )}
  </div>`;
}

/** @param {Edit} edit */
export function renderTree({value}) {
  return value
    ? html`<ua-json-tree .value=${value}></ua-json-tree>`
    : html`<p class="note note-warning">The text is not a JSON object yet, so there is no tree.</p>`;
}

/**
 * @param {UserDocument} element
 * @param {Draft} draft
 */
export function renderEditor(element, draft) {
  const {title, write} = element.about;
  const isLocked = !session.allows(write) || !keepsDigits || element.theirs !== null;
  return html`<ua-json-editor
      .label=${`${title} as JSON`}
      .value=${draft.text}
      .remarks=${element.remarks}
      ?locked=${isLocked}
      @edit=${(/** @type {CustomEvent<string>} */ event) => (element.draft = {...draft, text: event.detail})}
    ></ua-json-editor>
    ${keepsDigits ? nothing : html`<p class="note note-warning">This browser would change long numbers. Use a newer one to edit.</p>`}`;
}

/**
 * @param {UserDocument} element
 * @param {Draft} draft
 * @param {Edit} edit
 */
export function renderActions(element, draft, edit) {
  const isReady = edit.changes.length > 0 && edit.lost.length === 0 && !element.isLoading;
  return html`
    ${edit.lost.length > 0 ? renderLost(edit.lost) : nothing}
    <div class="spread">
      <span class="small muted" role="status">${stateOf(edit)}</span>
      <div class="row">
        ${element.kept
          ? html`<button type="button" @click=${() => act(element, () => element.restore())}>Restore my text</button>`
          : nothing}
        ${isEdited(draft)
          ? html`<button type="button" @click=${() => act(element, () => element.discard())}>Discard my changes</button>`
          : nothing}
        <button type="button" ?disabled=${element.isLoading} @click=${() => act(element, () => element.load())}>Load again</button>
        ${actionButton(element.about.write, 'Review and send', () => act(element, () => element.send()), {look: 'primary', isOff: !isReady})}
      </div>
    </div>
  `;
}

/**
 * Acts for a button that the action can remove or disable.
 *
 * @param {UserDocument} element
 * @param {() => unknown} action
 */
async function act(element, action) {
  await action();
  rescueFocus(element.renderRoot.querySelector('h2'));
}

/** @param {Edit} edit */
function stateOf({value, changes, lost}) {
  if (value === null) {
    return 'Not valid yet';
  }
  const count = changes.length + lost.length;
  const text = count === 0 ? 'No changes' : `${plural(count, 'change')}, not sent yet`;
  return lost.length === 0 ? text : `${text}; ${lost.length.toLocaleString('en')} cannot be sent`;
}

/** @param {string[]} pointers */
function renderLost(pointers) {
  return html`<div class="note note-warning" role="alert">
    A merge patch (RFC 7396) cannot set a member to <code>null</code>: there, <code>null</code> removes the member. Remove the member,
    or give it another value:
    ${pointers.map((pointer, index) => html`${index ? ', ' : ''}<code class="value">${visible(pointer)}</code>`)}
  </div>`;
}
