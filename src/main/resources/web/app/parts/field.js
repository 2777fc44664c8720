import {html, nothing} from 'lit';

/**
 * A labelled text field with the errors that the service reported for it.
 *
 * @param {{
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
 *   onInput?: (value: string) => void,
 * }} options pointer is the place in the body that the service reports, if it differs from the name
 */
export function field(options) {
  const errors = options.error?.errorsOf?.(options.pointer ?? options.name) ?? [];
  const id = `field-${options.name}`;
  const described = [options.hint ? `${id}-hint` : '', errors.length > 0 ? `${id}-error` : ''].join(' ').trim();
  return html`<div class="field">
    <label for=${id}>${options.label}</label>
    <input
      id=${id}
      name=${options.name}
      type=${options.type ?? 'text'}
      .value=${options.value ?? ''}
      placeholder=${options.placeholder ?? nothing}
      maxlength=${options.maxlength ?? nothing}
      autocomplete=${options.autocomplete ?? 'off'}
      spellcheck="false"
      ?required=${options.required ?? false}
      aria-invalid=${errors.length > 0 ? 'true' : 'false'}
      aria-describedby=${described || nothing}
      @input=${(/** @type {InputEvent} */ event) =>
        options.onInput?.(/** @type {HTMLInputElement} */ (event.target).value)}
    />
    ${options.hint ? html`<span id=${`${id}-hint`} class="small muted">${options.hint}</span>` : nothing}
    ${errors.length > 0
      ? html`<span id=${`${id}-error`} class="field-error value">
          ${errors.map((/** @type {any} */ error) => error.detail).join('; ')}
        </span>`
      : nothing}
  </div>`;
}
