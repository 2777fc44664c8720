/** What the user would lose by leaving the page, as sentences. @type {Set<string>} */
const losses = new Set();

/**
 * Before the page is closed or reloaded, the browser asks the user if there is something to lose.
 *
 * @param {string} loss a sentence
 * @param {boolean} isThere
 */
export function setLoss(loss, isThere) {
  losses[isThere ? 'add' : 'delete'](loss);
  listen();
}

/** The page loses everything without another question. */
export function acceptLosses() {
  losses.clear();
  listen();
}

/**
 * Asks the user if there is something to lose.
 *
 * @param {string} question
 */
export function mayLeave(question) {
  return losses.size === 0 || askToLeave(question);
}

/** @param {string} question is asked also if there is nothing to lose that the page knows of, such as the text in a field */
export function askToLeave(question) {
  return confirm([...losses, question].join(' '));
}

function listen() {
  const change = losses.size > 0 ? addEventListener : removeEventListener;
  change('beforeunload', ask);
}

/** @param {Event} event */
function ask(event) {
  event.preventDefault();
}
