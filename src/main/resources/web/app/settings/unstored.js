import {session} from '../api/session.js';
import {setLoss} from '../parts/leaving.js';

/** The new keys that the user has not stored yet. They stay when another view is shown and when the own key ends. Fires `change`. */
class Unstored extends EventTarget {
  /** @type {any[]} */
  #keys = [];
  /** Counts sign-outs. The next user must not see a key that the user before created. */
  signOuts = 0;

  constructor() {
    super();
    session.addEventListener('change', () => session.owner || this.signedOut());
  }

  signedOut() {
    this.signOuts++;
    this.#set([]);
  }

  /** The key to show; null if there is none. */
  get key() {
    return this.#keys[0] ?? null;
  }

  /** @param {any} key */
  add(key) {
    this.#set([...this.#keys, key]);
  }

  /** The user has stored the shown key. */
  stored() {
    this.#set(this.#keys.slice(1));
  }

  /** @param {any[]} keys */
  #set(keys) {
    this.#keys = keys;
    setLoss('You have not stored the new API key.', keys.length > 0);
    this.dispatchEvent(new Event('change'));
  }
}

export const unstored = new Unstored();
