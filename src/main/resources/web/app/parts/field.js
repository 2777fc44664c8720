import {html, nothing} from 'lit';
import {typedValue} from './typed-value.js';

/**
 * @typedef {{
 *   name: string,
 *   label: string,
 *   value?: string,
 *   type?: string,
 *   hint?: string,
 *   error?: any,
 *   pointer?: string,
 *   required?: boolean,
 *   maxlength?: number,
 *   placeholder?: string,
 *   autocomplete?: string,
 *   multiline?: boolean,
 *   suggestions?: {value: string, label: string}[],
 *   onInput?: (value: string) => void,
 * }} FieldOptions pointer is the field's JSON Pointer in the service's errors, if it differs from the name
 */

/**
 * A labelled text field with the errors that the service reported for it.
 *
 * @param {FieldOptions} options
 */
export function field(options) {
  const errors = options.error?.errorsOf?.(options.pointer ?? options.name) ?? [];
  const id = `field-${options.name}`;
  const described = [options.hint ? `${id}-hint` : '', errors.length > 0 ? `${id}-error` : ''].join(' ').trim();
  return html`<div class="field">
    <label for=${id}>${options.label}</label>
    ${options.multiline ? area(options, id, described, errors.length > 0) : input(options, id, described, errors.length > 0)}
    ${renderHint(id, options.hint)}
    ${errors.length > 0
      ? html`<span id=${`${id}-error`} class="field-error value">
          ${errors.map((/** @type {any} */ error) => error.detail).join('; ')}
        </span>`
      : nothing}
  </div>`;
}

/**
 * @param {FieldOptions} options
 * @param {string} id
 * @param {string} described
 * @param {boolean} isInvalid
 */
function input(options, id, described, isInvalid) {
  return html`<input
      id=${id}
      name=${options.name}
      type=${options.type ?? 'text'}
      .value=${typedValue(options.value ?? '')}
      placeholder=${options.placeholder ?? nothing}
      maxlength=${options.maxlength ?? nothing}
      autocomplete=${options.autocomplete ?? 'off'}
      spellcheck="false"
      list=${options.suggestions ? `${id}-list` : nothing}
      ?required=${options.required ?? false}
      aria-invalid=${isInvalid ? 'true' : 'false'}
      aria-describedby=${described || nothing}
      @input=${typed(options)}
    />
    ${options.suggestions
      ? html`<datalist id=${`${id}-list`}>
          ${options.suggestions.map(({value, label}) => html`<option value=${value}>${label}</option>`)}
        </datalist>`
      : nothing}`;
}

/**
 * @param {FieldOptions} options
 * @param {string} id
 * @param {string} described
 * @param {boolean} isInvalid
 */
function area(options, id, described, isInvalid) {
  return html`<textarea
    id=${id}
    name=${options.name}
    rows="3"
    .value=${options.value ?? ''}
    maxlength=${options.maxlength ?? nothing}
    aria-invalid=${isInvalid ? 'true' : 'false'}
    aria-describedby=${described || nothing}
    @input=${typed(options)}
  ></textarea>`;
}

/**
 * @param {string} id the field's id
 * @param {string | undefined} hint
 */
function renderHint(id, hint) {
  return hint ? html`<span id=${`${id}-hint`} class="small muted">${hint}</span>` : nothing;
}

/** @param {FieldOptions} options */
function typed(options) {
  return (/** @type {InputEvent} */ event) => options.onInput?.(/** @type {HTMLInputElement} */ (event.target).value);
}

/**
 * A labelled check box.
 *
 * @param {{name: string, label: string, value: boolean, onInput?: (value: boolean) => void}} options
 */
export function check(options) {
  return html`<label class="check">
    <input
      type="checkbox"
      name=${options.name}
      .checked=${options.value}
      @change=${(/** @type {Event} */ event) => options.onInput?.(/** @type {HTMLInputElement} */ (event.target).checked)}
    />
    ${options.label}
  </label>`;
}

/**
 * A labelled drop-down list.
 *
 * @param {{
 *   name: string,
 *   label: string,
 *   value: string,
 *   options: {value: string, label: string}[],
 *   hint?: string,
 *   onChange: (value: string) => void,
 * }} options
 */
export function choice({name, label, value, options, hint, onChange}) {
  const id = `field-${name}`;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select
      id=${id}
      name=${name}
      aria-describedby=${hint ? `${id}-hint` : nothing}
      @change=${(/** @type {Event} */ event) => onChange(/** @type {HTMLSelectElement} */ (event.target).value)}
    >
      ${options.map(option => html`<option value=${option.value} .selected=${option.value === value}>${option.label}</option>`)}
    </select>
    ${renderHint(id, hint)}
  </div>`;
}

/**
 * The options of a drop-down list, from a record of labels.
 *
 * @param {Readonly<Record<string, string>>} labels
 */
export function optionsOf(labels) {
  return Object.entries(labels).map(([value, label]) => ({value, label}));
}

/**
 * The field for the reason of a change. It is sent in the header `X-Reason`.
 *
 * @param {{value: string, error: unknown, onInput: (value: string) => void}} reason
 */
export function reasonField(reason) {
  return field({
    ...reason,
    name: 'reason',
    label: 'Reason',
    hint: 'Optional. It appears in the audit log. A ticket number, for example.',
    maxlength: 500,
    pointer: 'X-Reason',
  });
}
