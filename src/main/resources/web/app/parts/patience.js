import {unreachable} from '../api/problem.js';
import {Countdown} from './countdown.js';

/** The service responds sooner, or not at all. */
const SECONDS = 30;

export const NO_RESPONSE = 'The service has not responded yet.';

/** Lets the user stop waiting for a response. The outcome is unknown, as after a lost connection. */
export class Patience extends Countdown {
  #waiting = new AbortController();

  /** @returns {AbortSignal} the signal that ends the call */
  begin() {
    this.#waiting = new AbortController();
    this.again();
    return this.#waiting.signal;
  }

  /**
   * The next call with the same signal begins.
   *
   * @param {number} [pause] the seconds before it
   */
  again(pause = 0) {
    this.start(SECONDS + pause);
  }

  /** Whether the user may stop waiting for a running call. */
  get isOver() {
    return this.seconds === 0;
  }

  stopWaiting() {
    this.#waiting.abort(unreachable(true));
  }
}
