/**
 * Ignores an Enter key that is held down: it opened the dialog, and must not confirm it as well.
 *
 * @param {KeyboardEvent} event
 */
export function ignoreHeldEnter(event) {
  if (event.repeat && event.key === 'Enter') {
    event.preventDefault();
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
