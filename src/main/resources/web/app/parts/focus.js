/**
 * The Enter key that opened a dialog must not confirm it as well, neither held down nor pressed twice. So if something is removed, Enter
 * in a field only moves the focus to the button.
 *
 * @param {KeyboardEvent} event
 * @param {boolean} isHarmless
 */
export function guardEnter(event, isHarmless) {
  const {key, repeat, isComposing, target} = event;
  const form = !isHarmless && target instanceof HTMLInputElement ? target.form : null;
  if (key === 'Enter' && !isComposing && (repeat || form)) {
    event.preventDefault();
    if (!repeat) {
      /** @type {HTMLElement | null | undefined} */ (form?.querySelector('[type="submit"]'))?.focus();
    }
  }
}

/**
 * Focuses the first field with an error.
 *
 * @param {HTMLElement | DocumentFragment} place
 * @returns {HTMLElement | null} the field
 */
export function focusInvalid(place) {
  const field = /** @type {HTMLElement | null} */ (place.querySelector('[aria-invalid="true"]'));
  field?.focus();
  return field;
}

/**
 * Moves the focus to an element if the focused one was removed, such as the button of a removed row.
 *
 * @param {Element | null | undefined} element with a tabindex
 */
export function rescueFocus(element) {
  setTimeout(() => {
    if (document.activeElement === document.body) {
      /** @type {HTMLElement | null | undefined} */ (element)?.focus();
    }
  });
}
