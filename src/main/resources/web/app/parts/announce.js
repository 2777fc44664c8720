/** Tells the user what happened: the frame shows it for a while, and screen readers say it. */
export const announcements = new EventTarget();

/** @param {string} text a sentence */
export function announce(text) {
  announcements.dispatchEvent(new CustomEvent('announce', {detail: text}));
}
