import {Run} from './run.js';

/** A count starts after this pause in typing. */
const PAUSE_MILLIS = 400;

/** Counts what a selection matches, with dry runs. A new selection cancels the previous count. */
export class Counter {
  /**
   * @param {(body: object, signal: AbortSignal) => Promise<import('./run.js').Page>} dryRun one call
   * @param {() => void} changed is called after each change
   * @param {number} [pause] in milliseconds
   */
  constructor(dryRun, changed, pause = PAUSE_MILLIS) {
    this.dryRun = dryRun;
    this.changed = changed;
    this.pause = pause;
    /** @type {Run | null} */
    this.run = null;
    this.isWaiting = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.abort = new AbortController();
  }

  /** Resets the count and aborts its requests. */
  clear() {
    clearTimeout(this.timer);
    this.abort.abort();
    this.run = null;
    this.isWaiting = false;
  }

  /**
   * @param {object | null} body null selects nothing
   * @param {boolean} [isAllowed] whether the key may count; if not, only the pause ends
   */
  count(body, isAllowed = true) {
    this.clear();
    this.isWaiting = body !== null;
    if (body !== null) {
      this.timer = setTimeout(() => (isAllowed ? this.start(body) : this.count(null)), this.pause);
    }
    this.changed();
  }

  /** @param {object} body */
  async start(body) {
    const abort = new AbortController();
    const run = new Run(next => this.dryRun({...body, dry_run: true, next}, abort.signal), () => this.run === run && this.changed());
    Object.assign(this, {abort, run, isWaiting: false});
    await run.start();
  }
}
