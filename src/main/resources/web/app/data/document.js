import {html} from 'lit';
import {isAbort} from '../api/problem.js';
import {session} from '../api/session.js';
import {announce} from '../parts/announce.js';
import {focusUnlessTyping} from '../parts/focus.js';
import '../parts/problem.js';
import {View, ifAllowed} from '../parts/view.js';
import './conflict.js';
import {renderActions, renderEditor, renderHead, renderModes, renderTree, renderUnloaded} from './document-parts.js';
import {draftOf, editOf, isEdited, isStored, onTopOf, remarksOf, versionIn} from './draft.js';
import {parse} from './json.js';
import {kinds} from './kinds.js';
import {reviewAndSend} from './question.js';
import {unsent} from './unsent.js';

/** One document of a user: tree, editor, and sending changes to the service. Fires `mode` (detail: "tree" or "text"). */
export class UserDocument extends View {
  static properties = {
    ...View.properties,
    kind: {},
    mode: {},
    draft: {state: true},
    theirs: {state: true},
    kept: {state: true},
    error: {state: true},
    refusal: {state: true},
    isLoading: {state: true},
  };

  constructor() {
    super();
    /** @type {'public' | 'private'} */
    this.kind = 'public';
    this.mode = 'tree';
    this.reason = {text: ''};
    /** @type {import('./lint.js').Remark[]} */
    this.remarks = [];
    /** @type {import('./draft.js').Draft | null} */
    this.draft = null;
    /** @type {import('./draft.js').Version | null} */
    this.theirs = null;
    /** @type {import('./draft.js').Draft | null} */
    this.kept = null;
    /** @type {unknown} */
    this.error = null;
    /** @type {unknown} */
    this.refusal = null;
    this.isLoading = false;
  }

  /** @param {any} refusal */
  refuse(refusal) {
    this.refusal = refusal;
    this.remarks = remarksOf(refusal, this.about.member);
  }

  ownerChanged() {
    super.ownerChanged();
    if (this.error) {
      this.load();
    } else if (!this.draft) {
      this.openUnlessMasked();
    }
  }

  get about() {
    return kinds[this.kind];
  }

  get userId() {
    return this.params.user_id;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!this.hasUpdated) {
      this.openUnlessMasked();
    }
    if (this.draft && (changed.has('draft') || changed.has('kept'))) {
      unsent.keep(this.userId, this.kind, {draft: this.draft, kept: this.kept});
    }
    if (changed.has('mode') && this.mode === 'text') {
      import('./editor.js').catch(() => (this.error = new Error('The editor could not be loaded. Reload the page.')));
    }
  }

  /** Three versions side by side need more room. */
  updated() {
    this.toggleAttribute('wide', this.theirs !== null);
  }

  /** A masked document is opened when the user asks for it. */
  openUnlessMasked() {
    if (!this.about.isMasked && session.allows(this.about.read)) {
      this.open();
    }
  }

  /** Restores unsent work, or loads the document. */
  async open() {
    const work = unsent.find(this.userId, this.kind);
    this.kept = work?.kept ?? null;
    if (work && isEdited(work.draft)) {
      this.draft = work.draft;
    } else {
      await this.load();
    }
  }

  /** Loads the stored document. An edited text is kept. */
  async load() {
    Object.assign(this, {isLoading: true, error: null});
    try {
      const version = await this.stored();
      this.keep();
      this.draft = draftOf(version);
    } catch (failure) {
      this.error = isAbort(failure) ? null : failure;
    }
    this.isLoading = false;
  }

  /** Shows a masked document. */
  async show() {
    await this.open();
    await this.focusTitle();
  }

  async focusTitle() {
    await this.updateComplete;
    focusUnlessTyping(this.renderRoot.querySelector('h2'));
  }

  async stored() {
    return versionIn(await this.call(this.about.read, {path: this.params, parse}), this.about.member);
  }

  /** Keeps an edited draft before another one replaces it. */
  keep() {
    if (this.draft && isEdited(this.draft)) {
      this.kept = this.draft;
    }
  }

  /** Discards the changes. */
  discard() {
    if (this.draft) {
      this.kept = {...this.draft, isDiscarded: true};
      this.refuse(null);
      this.draft = draftOf(this.draft.base);
    }
  }

  async send() {
    const draft = /** @type {import('./draft.js').Draft} */ (this.draft);
    this.refuse(null);
    try {
      const {result} = await reviewAndSend(this, draft);
      if (result) {
        this.sent(versionIn(result, this.about.member));
      }
    } catch (failure) {
      await this.refused(failure, draft);
    }
  }

  /** @param {import('./draft.js').Version} version the stored one */
  sent(version) {
    this.draft = draftOf(version);
    this.kept = null;
    this.reason = {text: ''};
  }

  /**
   * After a lost response, another version is stored because of the change itself.
   *
   * @param {any} failure
   * @param {import('./draft.js').Draft} draft the sent one
   */
  async refused(failure, draft) {
    try {
      const theirs = failure.status === 412 ? await this.stored() : null;
      if (!theirs) {
        this.refuse(failure);
      } else if (isStored(draft, theirs)) {
        this.sent(theirs);
        announce('The change is already stored.');
      } else {
        // After a new sign-in, a document that could not be loaded before may have replaced it.
        this.draft = draft;
        this.theirs = theirs;
      }
    } catch (problem) {
      this.refuse(problem);
    }
  }

  applyMine() {
    const {draft, theirs} = this;
    if (draft && theirs) {
      this.settle(onTopOf(draft, theirs), 'Your changes are applied to their document. Look at it, then send it.');
    }
  }

  takeTheirs() {
    if (this.theirs) {
      this.keep();
      this.settle(draftOf(this.theirs), 'This is their document. You can restore your text.');
    }
  }

  /**
   * @param {import('./draft.js').Draft} draft
   * @param {string} text
   */
  async settle(draft, text) {
    this.draft = draft;
    this.theirs = null;
    announce(text);
    await this.focusTitle();
  }

  /** Restores the kept text, and keeps the current one. It is sent with the version that it was based on. */
  restore() {
    const {draft} = this;
    this.draft = this.kept && {...this.kept, isDiscarded: false};
    this.kept = draft && isEdited(draft) ? draft : null;
  }

  render() {
    return html`<section class="card stack" aria-labelledby="title">
      ${renderHead(this)}
      ${ifAllowed(this.about.read, () => (this.draft ? this.renderDraft(this.draft) : renderUnloaded(this)))}
    </section>`;
  }

  /** @param {import('./draft.js').Draft} draft */
  renderDraft(draft) {
    const edit = editOf(draft);
    return html`
      ${renderModes(this)} ${this.mode === 'text' ? renderEditor(this, draft) : renderTree(edit)}
      <ua-problem .error=${this.refusal ?? this.error}></ua-problem>
      ${this.theirs
        ? html`<ua-conflict .draft=${draft} .theirs=${this.theirs} @mine=${this.applyMine} @theirs=${this.takeTheirs}></ua-conflict>`
        : renderActions(this, draft, edit)}
    `;
  }
}

customElements.define('ua-document', UserDocument);
