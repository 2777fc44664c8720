import {trimmed} from '../parts/invisible.js';
import {setClock} from './clock.js';
import {getOwnKey} from './operations.js';
import {ProblemError, isAbort, problemOf, unreachable} from './problem.js';
import {bytes, headersOf, urlOf} from './requests.js';
import {storage} from './storage.js';

/**
 * @typedef {import('./operations.js').Operation} Operation
 * @typedef {import('./requests.js').Arguments} Arguments
 * @typedef {{tenant_id: string, key_id: string, name?: string, scopes: string[], expires_at?: number, rate?: string, burst?: number}} OwnKey
 * @typedef {{body: any, status: number, headers: Headers, etag: string | null, next: string | null, total: Total | null}} Result
 * @typedef {{count: number, isExact: boolean}} Total
 */

/** Longer than the service's deadline for a request. */
const READ_MILLIS = 30_000;
const STORED = 'useradmin.key';
const tab = storage('sessionStorage');

/**
 * The key of this tab, and all requests with it. Fires `change` when the user signs in or out, and `ended` when
 * the service no longer accepts the key.
 */
class Session extends EventTarget {
  /** @type {OwnKey | null} */
  #owner = null;
  /** @type {string | null} */
  #key = tab.getItem(STORED);
  /** Whether the key is valid, as far as the console knows. */
  #isOpen = false;
  /** Counts sign-ins and sign-outs. A late response to an earlier one changes nothing. */
  #attempts = 0;

  /** The signed-in key's data, or null. It stays when the key ends, so that the views stay unchanged until the next sign-in. */
  get owner() {
    return this.#owner;
  }

  /** Whether there is a stored key that was not checked since the page was loaded. */
  get isStored() {
    return this.#key !== null && this.#owner === null;
  }

  /**
   * Checks a key, and stores it if it is valid.
   *
   * @param {string} key
   * @param {(owner: OwnKey) => boolean} [accepts] whether the user wants to sign in with this valid key
   */
  async signIn(key, accepts = () => true) {
    const attempt = ++this.#attempts;
    const candidate = trimmed(key);
    const {body} = await this.call(getOwnKey, {key: candidate});
    if (attempt !== this.#attempts || !accepts(body)) {
      return;
    }
    this.#owner = body;
    this.#key = candidate;
    this.#isOpen = true;
    tab.setItem(STORED, candidate);
    this.dispatchEvent(new Event('change'));
  }

  /** Signs in with the stored key, and removes it if the service refuses it. */
  async resume() {
    const attempt = this.#attempts + 1;
    try {
      await this.signIn(/** @type {string} */ (this.#key));
    } catch (failure) {
      // Signing out now would end the later attempt.
      if (attempt !== this.#attempts) {
        return;
      }
      if (failure instanceof ProblemError && failure.status === 401) {
        this.signOut();
      }
      throw failure;
    }
  }

  signOut() {
    this.#attempts++;
    tab.removeItem(STORED);
    this.#key = null;
    this.#owner = null;
    this.#isOpen = false;
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Whether the key's scopes allow an operation.
   *
   * @param {Operation} operation
   */
  allows(operation) {
    return this.hasScope(operation.scope);
  }

  /** @param {string | null} scope null if none is needed */
  hasScope(scope) {
    const scopes = this.#owner?.scopes ?? [];
    return scope === null || scopes.includes('*') || scopes.includes(scope);
  }

  /**
   * A read ends after a while without a response, as if the connection had failed. A change does not, because its outcome would be unknown.
   *
   * @param {Operation} operation
   * @param {Arguments & {signal?: AbortSignal, key?: string, parse?: (text: string) => any}} [args] key is used instead of the tab's;
   * parse reads the body instead of JSON.parse
   * @returns {Promise<Result>}
   * @throws {ProblemError} for every response that is no success
   */
  async call(operation, args = {}) {
    if (isChange(operation, args)) {
      return this.#call(operation, args);
    }
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(unreachable()), READ_MILLIS);
    const signal = AbortSignal.any(args.signal ? [end.signal, args.signal] : [end.signal]);
    return this.#call(operation, {...args, signal}).finally(() => clearTimeout(timer));
  }

  /**
   * @param {Operation} operation
   * @param {Arguments & {signal?: AbortSignal, key?: string, parse?: (text: string) => any}} args
   * @returns {Promise<Result>}
   */
  async #call(operation, args) {
    const response = await this.open(operation, args);
    const body = await bodyOf(response, args.parse).catch(failure => {
      throw isAbort(failure) ? failure : unreachable(isChange(operation, args));
    });
    // A proxy lost it: every successful read has a body.
    if (operation.method === 'GET' && (body ?? null) === null) {
      throw unreachable();
    }
    return {
      body,
      status: response.status,
      headers: response.headers,
      etag: strongEtagOf(response),
      next: nextOf(response),
      total: totalOf(response),
    };
  }

  /**
   * Like `call`, but the caller reads the response's body as a stream.
   *
   * @param {Operation} operation
   * @param {Arguments & {signal?: AbortSignal, key?: string}} [args]
   */
  async open(operation, args = {}) {
    const key = args.key ?? this.#key ?? '';
    const response = await this.#fetch(operation, {...args, key});
    if (response.ok) {
      return response;
    }
    const problem = await problemOf(response);
    // The user may have signed in with another key meanwhile.
    if (problem.status === 401 && this.#isOpen && args.key === undefined && key === this.#key) {
      this.#isOpen = false;
      tab.removeItem(STORED);
      this.dispatchEvent(new CustomEvent('ended', {detail: problem}));
    }
    throw problem;
  }

  /**
   * @param {Operation} operation
   * @param {Arguments & {signal?: AbortSignal, key: string}} args
   */
  async #fetch(operation, args) {
    const url = urlOf(operation, args);
    const sent = Date.now();
    try {
      const response = await fetch(url, {
        method: operation.method,
        headers: bytes({...headersOf(args), 'X-API-KEY': args.key}),
        body: args.body === undefined ? undefined : JSON.stringify(args.body),
        signal: args.signal,
        credentials: 'omit',
        cache: 'no-store',
      });
      setClock(response.headers.get('Date'), sent, Date.now());
      return response;
    } catch (failure) {
      throw isAbort(failure) ? failure : unreachable(isChange(operation, args));
    }
  }
}

/**
 * @param {Operation} operation
 * @param {Arguments} args
 */
function isChange({method}, {body}) {
  return method !== 'GET' && !(/** @type {any} */ (body)?.dry_run);
}

/**
 * Any successful response may have no body.
 *
 * @param {Response} response
 * @param {(text: string) => any} [parse]
 */
async function bodyOf(response, parse = JSON.parse) {
  const text = await response.text();
  return text === '' ? undefined : parse(text);
}

/**
 * The service's ETags are strong. A proxy that compresses makes them weak, and a weak one never matches in `If-Match`.
 *
 * @param {Response} response
 */
function strongEtagOf(response) {
  return response.headers.get('ETag')?.replace(/^W\//, '') ?? null;
}

/**
 * The query string of the next page; null on the last page.
 *
 * @param {Response} response
 */
function nextOf(response) {
  const link = /<([^>]*)>;\s*rel="?next"?/.exec(response.headers.get('Link') ?? '');
  return link ? new URL(link[1], location.href).search : null;
}

/**
 * @param {Response} response
 * @returns {Total | null}
 */
function totalOf(response) {
  const text = response.headers.get('X-Pagination');
  const pagination = text ? JSON.parse(text) : {};
  return pagination.total_count === undefined
    ? null
    : {count: pagination.total_count, isExact: pagination.total_count_is_exact !== false};
}

export const session = new Session();
