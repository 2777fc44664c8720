/**
 * Moves the focus to an element if the one that had it is gone, such as the button of a row that was removed.
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
