import {html, nothing} from 'lit';

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
 * }} FieldOptions pointer is the place in the body that the service reports, if it differs from the name
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
    ${options.hint ? html`<span id=${`${id}-hint`} class="small muted">${options.hint}</span>` : nothing}
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
      .value=${options.value ?? ''}
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
