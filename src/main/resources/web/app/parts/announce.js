/** Announces a message: the frame shows it for some seconds, and screen readers read it. */
export const announcements = new EventTarget();

/** @param {string} text a sentence */
export function announce(text) {
  announcements.dispatchEvent(new CustomEvent('announce', {detail: text}));
}
