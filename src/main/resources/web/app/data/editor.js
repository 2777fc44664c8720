import {history, historyKeymap, standardKeymap} from '@codemirror/commands';
import {json} from '@codemirror/lang-json';
import {HighlightStyle, syntaxHighlighting} from '@codemirror/language';
import {lintGutter, setDiagnostics} from '@codemirror/lint';
import {Compartment, EditorState} from '@codemirror/state';
import {EditorView, highlightSpecialChars, keymap, lineNumbers} from '@codemirror/view';
import {tags} from '@lezer/highlight';
import {LitElement, css, html, nothing} from 'lit';
import {INVISIBLE} from '../parts/invisible.js';
import {shared} from '../style/shared.js';
import {diagnose} from './lint.js';

/** The text is checked after this pause in typing. */
const PAUSE_MILLIS = 300;

const theme = EditorView.theme({
  '&': {fontSize: 'var(--text-small)', color: 'var(--color-text)'},
  '.cm-content': {fontFamily: 'var(--font-mono)', caretColor: 'var(--color-text)'},
  '.cm-scroller': {maxHeight: '32rem', minHeight: '12rem', lineHeight: '1.5'},
  '.cm-gutters': {backgroundColor: 'var(--color-raised)', color: 'var(--color-muted)', border: 'none'},
  '.cm-tooltip': {backgroundColor: 'var(--color-raised)', border: '1px solid var(--color-border)'},
  '.cm-diagnostic': {maxWidth: '24rem', overflowWrap: 'anywhere'},
  // The library's own underlines are images in data URLs, which the Content-Security-Policy forbids.
  '.cm-lintRange-error': {backgroundImage: 'none', textDecoration: 'underline wavy var(--color-danger)'},
  '.cm-lint-marker-error': {content: 'normal', backgroundColor: 'var(--color-danger)', borderRadius: '50%'},
  '&.cm-focused': {outline: '3px solid var(--color-accent)', outlineOffset: '2px'},
});

const colors = HighlightStyle.define([
  {tag: tags.propertyName, color: 'var(--color-accent)'},
  {tag: tags.string, color: 'var(--color-good)'},
  {tag: [tags.number, tags.bool, tags.null], color: 'var(--color-warning)'},
]);

/**
 * A text editor for JSON. Its styles are constructed style sheets in the shadow root, which the
 * Content-Security-Policy allows. Tab moves the focus out. Fires `edit` (detail: the text).
 */
class JsonEditor extends LitElement {
  static properties = {
    value: {attribute: false},
    label: {},
    locked: {type: Boolean},
    remarks: {attribute: false},
    diagnostics: {state: true},
  };

  static styles = [
    shared,
    css`
      .editor {
        border: 1px solid var(--color-control);
        border-radius: var(--radius);
        overflow: hidden;
      }

      .editor:focus-within {
        overflow: visible;
      }
    `,
  ];

  constructor() {
    super();
    this.value = '';
    this.label = '';
    this.locked = false;
    /** @type {import('./lint.js').Remark[]} */
    this.remarks = [];
    /** @type {import('./lint.js').Diagnostic[]} */
    this.diagnostics = [];
    /** @type {EditorView | null} */
    this.view = null;
    this.lock = new Compartment();
    this.timer = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.hasUpdated) {
      this.open();
    }
  }

  firstUpdated() {
    this.open();
  }

  open() {
    this.view = new EditorView({
      parent: /** @type {HTMLElement} */ (this.renderRoot.querySelector('.editor')),
      root: /** @type {ShadowRoot} */ (this.renderRoot),
      state: EditorState.create({doc: this.value, extensions: this.extensions()}),
    });
    this.check();
  }

  extensions() {
    return [
      lineNumbers(),
      highlightSpecialChars({addSpecialChars: INVISIBLE}),
      history(),
      json(),
      theme,
      syntaxHighlighting(colors),
      lintGutter(),
      keymap.of([...standardKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({tabindex: '0', 'aria-label': this.label, 'aria-describedby': 'errors', 'aria-multiline': 'true'}),
      EditorView.updateListener.of(update => update.docChanged && this.edited(update.state.doc.toString())),
      this.lock.of(lockedIf(this.locked)),
    ];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.view?.destroy();
    this.view = null;
  }

  check() {
    if (this.view) {
      this.diagnostics = diagnose(this.view, this.remarks);
      this.view.dispatch(setDiagnostics(this.view.state, this.diagnostics));
    }
  }

  /** @param {string} text */
  edited(text) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE_MILLIS);
    if (text !== this.value) {
      this.value = text;
      this.dispatchEvent(new CustomEvent('edit', {detail: text}));
    }
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const view = this.view;
    if (!view) {
      return;
    }
    if (changed.has('value') && this.value !== view.state.doc.toString()) {
      view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: this.value}});
    }
    if (changed.has('locked')) {
      view.dispatch({effects: this.lock.reconfigure(lockedIf(this.locked))});
    }
    if (changed.has('remarks')) {
      this.check();
    }
  }

  /** @param {number} position */
  goTo(position) {
    this.view?.dispatch({selection: {anchor: position}, scrollIntoView: true});
    this.view?.focus();
  }

  render() {
    return html`<div class="stack-close">
      <div class="editor"></div>
      <ul id="errors" class="plain" aria-live="polite">
        ${this.diagnostics.map(error => this.renderError(error))}
      </ul>
    </div>`;
  }

  /** @param {import('./lint.js').Diagnostic} error */
  renderError(error) {
    const doc = this.view?.state.doc;
    if (!doc || error.from > doc.length) {
      return nothing;
    }
    return html`<li class="field-error value">
      <button type="button" class="quiet" @click=${() => this.goTo(error.from)}>Line ${doc.lineAt(error.from).number}</button>
      ${error.message}
    </li>`;
  }
}

/** @param {boolean} isLocked */
function lockedIf(isLocked) {
  return isLocked ? EditorState.readOnly.of(true) : [];
}

customElements.define('ua-json-editor', JsonEditor);
