import {session} from '../api/session.js';
import {setLoss} from '../parts/leaving.js';

/** The new key that the user has not stored yet. It stays when another view is shown and when the own key ends. Fires `change`. */
class Unstored extends EventTarget {
  /** @type {any} */
  key = null;
  /** Counts sign-outs. The next user must not see a key that the user before created. */
  signOuts = 0;

  constructor() {
    super();
    session.addEventListener('change', () => session.owner || this.signedOut());
  }

  signedOut() {
    this.signOuts++;
    this.set(null);
  }

  /** @param {any} key null if there is none any more */
  set(key) {
    this.key = key;
    setLoss('You have not stored the new API key.', key !== null);
    this.dispatchEvent(new Event('change'));
  }
}

export const unstored = new Unstored();
