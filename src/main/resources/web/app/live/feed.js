import {listEvents} from '../api/operations.js';
import {session} from '../api/session.js';
import {ProblemError, unreachable} from '../api/problem.js';
import {pause} from '../parts/pause.js';
import {reactionTo} from './reconnection.js';
import {ServerSentEvents} from './server-sent-events.js';

/** The service sends a comment or its position at least every 30 s. A connection that is silent for longer than this is lost. */
const SILENCE_MILLIS = 60_000;

/** Ends a connection that is silent for too long. */
class Silence {
  constructor() {
    this.end = new AbortController();
    this.timer = 0;
    this.restart();
  }

  get signal() {
    return this.end.signal;
  }

  restart() {
    this.stop();
    this.timer = setTimeout(() => this.end.abort(unreachable()), SILENCE_MILLIS);
  }

  stop() {
    clearTimeout(this.timer);
  }
}

/**
 * @typedef {{name: 'connecting' | 'live' | 'waiting' | 'stopped', error: any, seconds: number}} State seconds until the next attempt
 */

/** Follows the change feed. After a lost connection, it continues after the last event. */
export class Feed {
  /**
   * @param {Record<string, string | null>} query the filter
   * @param {{cursor: string | null, fromOldest: boolean}} start cursor is the last event that was read
   * @param {{events: (events: any[]) => void, state: (state: State) => void, skipped: (error: any) => void}} tell
   */
  constructor(query, start, tell) {
    this.query = query;
    this.cursor = start.cursor;
    this.fromOldest = start.fromOldest;
    this.tell = tell;
    this.attempt = 0;
    this.end = new AbortController();
  }

  stop() {
    this.end.abort();
  }

  /** Follows the feed until `stop`, or until a permanent error. */
  async follow() {
    let isGoingOn = true;
    while (isGoingOn && !this.end.signal.aborted) {
      this.report('connecting');
      const failure = await this.connect().then(
        () => null,
        error => error,
      );
      isGoingOn = !this.end.signal.aborted && (await this.recover(failure));
    }
  }

  /**
   * @param {any} failure
   * @returns {Promise<boolean>} whether to connect again
   */
  async recover(failure) {
    const reaction = reactionTo(failure, this.attempt, Math.random());
    this.attempt += 1;
    if (reaction.kind === 'stop') {
      this.report('stopped', failure);
      return false;
    }
    if (reaction.kind === 'skip') {
      this.cursor = reaction.cursor;
      this.tell.skipped(failure);
    } else {
      this.report('waiting', failure, reaction.seconds);
      await pause(reaction.seconds, () => this.end.signal.aborted);
    }
    return true;
  }

  /** Reads one stream to its end. A connection can also become silent before its first byte. */
  async connect() {
    const silence = new Silence();
    try {
      const signal = AbortSignal.any([this.end.signal, silence.signal]);
      await this.findStart(signal);
      const response = await session.open(listEvents, {query: this.query, headers: this.headers(), signal});
      this.report('live');
      await this.read(/** @type {ReadableStream<Uint8Array>} */ (response.body), silence);
    } catch (failure) {
      throw failure instanceof ProblemError ? failure : unreachable();
    } finally {
      silence.stop();
    }
  }

  /** Gets a cursor first. Without one, events between two connections would be missed. */
  async findStart(/** @type {AbortSignal} */ signal) {
    if (this.cursor === null && !this.fromOldest) {
      const {headers} = await session.call(listEvents, {query: {after: 'now', size: 1}, signal});
      this.cursor = headers.get('X-Next-Cursor');
    }
  }

  headers() {
    return {Accept: 'text/event-stream', ...(this.cursor ? {'Last-Event-ID': this.cursor} : {})};
  }

  /**
   * @param {ReadableStream<Uint8Array>} body
   * @param {Silence} silence
   */
  async read(body, silence) {
    const messages = new ServerSentEvents();
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (let done = false; !done; ) {
      silence.restart();
      const piece = await reader.read();
      this.attempt = piece.done ? this.attempt : 0;
      done = piece.done;
      this.receive(messages.push(decoder.decode(piece.value, {stream: true})), messages.lastId);
    }
  }

  /**
   * @param {import('./server-sent-events.js').Message[]} messages
   * @param {string} lastId the position after them. The service also sends it after events that do not pass the filter
   */
  receive(messages, lastId) {
    if (this.end.signal.aborted) {
      return;
    }
    if (messages.length > 0) {
      this.tell.events(messages.map(message => JSON.parse(message.data)));
    }
    this.cursor = lastId || this.cursor;
  }

  /**
   * @param {State['name']} name
   * @param {any} [error]
   * @param {number} [seconds]
   */
  report(name, error = null, seconds = 0) {
    this.tell.state({name, error, seconds});
  }
}
