import {plural} from '../parts/count.js';
import {pauseAfter} from '../parts/pause.js';

/**
 * A bulk action with many calls. Each response except the last has `next`.
 *
 * @typedef {{count: number, users: number, pages: number}} Sum
 * @typedef {{count: number, users: number, next?: string}} Page
 * @typedef {'running' | 'stopping' | 'stopped' | 'failed' | 'done'} Phase
 */

/** @type {Sum} */
const NOTHING = {count: 0, users: 0, pages: 0};

/** Makes calls until there is no `next`. It can stop between two calls and continue later. */
export class Run {
  /**
   * @param {(next: string | undefined) => Promise<Page>} call
   * @param {() => void} changed is called after each change
   * @param {typeof import('../parts/pause.js').pause} [pause] how to wait if the key has sent too many requests; without it, the run fails
   */
  constructor(call, changed, pause) {
    this.call = call;
    this.changed = changed;
    this.pause = pause;
    /** @type {Phase} */
    this.phase = 'stopped';
    /** @type {Sum} */
    this.sum = NOTHING;
    /** @type {string | undefined} */
    this.next = undefined;
    /** @type {any} */
    this.error = null;
    /** The length of the current pause in seconds; 0 if there is none. */
    this.paused = 0;
  }

  get isActive() {
    return this.phase === 'running' || this.phase === 'stopping';
  }

  /** Makes calls until the end, a failure or a stop. After a failure, it repeats the failed call. */
  async start() {
    this.error = null;
    this.enter('running');
    try {
      let isLast = false;
      while (this.phase === 'running' && !isLast) {
        isLast = await this.step();
      }
      this.enter(isLast ? 'done' : 'stopped');
    } catch (failure) {
      this.error = failure;
      this.enter('failed');
    }
  }

  /**
   * Makes one call. If the key has sent too many requests, it waits instead.
   *
   * @returns {Promise<boolean>} whether the call was the last one
   */
  async step() {
    try {
      this.add(await this.call(this.next));
      return this.next === undefined;
    } catch (failure) {
      const seconds = pauseAfter(failure);
      if (!this.pause || seconds === 0) {
        throw failure;
      }
      await this.wait(this.pause, seconds);
      return false;
    }
  }

  /**
   * @param {typeof import('../parts/pause.js').pause} pause
   * @param {number} seconds
   */
  async wait(pause, seconds) {
    this.paused = seconds;
    this.changed();
    await pause(seconds, () => this.phase !== 'running');
    this.paused = 0;
    this.changed();
  }

  /** Continues after a call whose response was added. */
  async rest() {
    if (this.next === undefined) {
      this.enter('done');
    } else {
      await this.start();
    }
  }

  /** Stops after the current call. */
  stop() {
    if (this.phase === 'running') {
      this.enter('stopping');
    }
  }

  /** @param {Page} page */
  add({count, users, next}) {
    this.sum = {count: this.sum.count + count, users: this.sum.users + users, pages: this.sum.pages + 1};
    this.next = next;
    this.changed();
  }

  /** @param {Phase} phase */
  enter(phase) {
    this.phase = phase;
    this.changed();
  }
}

/**
 * A number that may still grow.
 *
 * @param {number} count
 * @param {string} one
 * @param {boolean} [isFinal]
 */
export function numberOf(count, one, isFinal = true) {
  const many = one.endsWith('s') ? `${one}es` : `${one}s`;
  return isFinal ? plural(count, one, many) : `at least ${plural(count, many, many)}`;
}

/**
 * A text such as "at least 1,000 sessions of 20 users". The users are omitted if several calls may have counted the same user.
 *
 * @param {{one: string, countsUsersOnce: boolean}} action
 * @param {Sum} sum
 * @param {boolean} [isFinal]
 */
export function sumText({one, countsUsersOnce}, sum, isFinal = true) {
  const users = countsUsersOnce || sum.pages <= 1 ? ` of ${numberOf(sum.users, 'user', isFinal)}` : '';
  return numberOf(sum.count, one, isFinal) + users;
}
