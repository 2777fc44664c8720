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

/** What the user types in, or chooses from. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable="true"]';

/**
 * Moves the focus after a response, which may be late: not out of a field in which the user types meanwhile.
 *
 * @param {Element | null} element
 */
export function focusUnlessTyping(element) {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) {
    focused = focused.shadowRoot.activeElement;
  }
  if (!focused?.matches(FIELDS)) {
    /** @type {HTMLElement | null} */ (element)?.focus();
  }
}

/**
 * Moves the focus if the focused element was removed or disabled, such as the button of a removed row.
 *
 * @param {Element | null} [element] with a tabindex; if it is gone, too, the content of the page gets the focus
 */
export function rescueFocus(element) {
  setTimeout(() => {
    const {activeElement} = document;
    if (activeElement === document.body || deepest(activeElement)?.matches(':disabled')) {
      /** @type {HTMLElement | null | undefined} */ (element?.isConnected ? element : content())?.focus();
    }
  });
}

/**
 * @param {Element | null | undefined} element
 * @returns {Element | null | undefined} the focused element in its shadow roots
 */
function deepest(element) {
  return element?.shadowRoot?.activeElement ? deepest(element.shadowRoot.activeElement) : element;
}

function content() {
  return document.querySelector('ua-app')?.shadowRoot?.querySelector('main');
}
