import {getOwnKey} from './operations.js';
import {ProblemError, isAbort, problemOf, unreachable} from './problem.js';
import {headersOf, urlOf} from './requests.js';

/**
 * @typedef {import('./operations.js').Operation} Operation
 * @typedef {import('./requests.js').Arguments} Arguments
 * @typedef {{tenant_id: string, key_id: string, name?: string, scopes: string[], expires_at?: number, rate?: string, burst?: number}} OwnKey
 * @typedef {{body: any, status: number, headers: Headers, etag: string | null, next: string | null, total: Total | null}} Result
 * @typedef {{count: number, isExact: boolean}} Total
 */

const STORED = 'useradmin.key';

/**
 * The key of this tab, and every request that is made with it. It fires `change` when somebody signs in or out, and `ended` when
 * the service no longer accepts the key.
 */
class Session extends EventTarget {
  /** @type {OwnKey | null} */
  #owner = null;
  /** @type {string | null} */
  #key = sessionStorage.getItem(STORED);
  /** Whether the service accepts the key, as far as is known. */
  #isOpen = false;

  /** Who signed in, or null. It stays when the key ends, so that the views stay as they are until somebody signs in again. */
  get owner() {
    return this.#owner;
  }

  /** Whether a key is stored that nobody has checked since the page was loaded. */
  get isStored() {
    return this.#key !== null && this.#owner === null;
  }

  /**
   * Checks a key, and keeps it if it is valid.
   *
   * @param {string} key
   */
  async signIn(key) {
    const candidate = key.trim();
    this.#owner = (await this.call(getOwnKey, {key: candidate})).body;
    this.#key = candidate;
    this.#isOpen = true;
    sessionStorage.setItem(STORED, candidate);
    this.dispatchEvent(new Event('change'));
  }

  /** Signs in with the stored key, and forgets it if the service no longer accepts it. */
  async resume() {
    try {
      await this.signIn(/** @type {string} */ (this.#key));
    } catch (failure) {
      if (failure instanceof ProblemError && failure.status === 401) {
        this.signOut();
      }
      throw failure;
    }
  }

  signOut() {
    sessionStorage.removeItem(STORED);
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

  /** @param {string | null} scope null needs none */
  hasScope(scope) {
    const scopes = this.#owner?.scopes ?? [];
    return scope === null || scopes.includes('*') || scopes.includes(scope);
  }

  /**
   * @param {Operation} operation
   * @param {Arguments & {signal?: AbortSignal, key?: string, parse?: (text: string) => any}} [args] key is used instead of the tab's;
   * parse reads the body instead of JSON.parse
   * @returns {Promise<Result>}
   * @throws {ProblemError} for everything but a success
   */
  async call(operation, args = {}) {
    const response = await this.open(operation, args);
    const body = await bodyOf(response, args.parse);
    // Something on the way lost it: what is read always has one.
    if (operation.method === 'GET' && (body ?? null) === null) {
      throw unreachable();
    }
    return {
      body,
      status: response.status,
      headers: response.headers,
      etag: response.headers.get('ETag'),
      next: nextOf(response),
      total: totalOf(response),
    };
  }

  /**
   * As `call`, for a response whose body is read piece by piece.
   *
   * @param {Operation} operation
   * @param {Arguments & {signal?: AbortSignal, key?: string}} [args]
   */
  async open(operation, args = {}) {
    const response = await this.#fetch(operation.method, urlOf(operation, args), args);
    if (response.ok) {
      return response;
    }
    const problem = await problemOf(response);
    if (problem.status === 401 && this.#isOpen && args.key === undefined) {
      this.#isOpen = false;
      sessionStorage.removeItem(STORED);
      this.dispatchEvent(new CustomEvent('ended', {detail: problem}));
    }
    throw problem;
  }

  /**
   * @param {string} method
   * @param {string} url
   * @param {Arguments & {signal?: AbortSignal, key?: string}} args
   */
  async #fetch(method, url, args) {
    try {
      return await fetch(url, {
        method,
        headers: bytes({...headersOf(args), 'X-API-KEY': args.key ?? this.#key ?? ''}),
        body: args.body === undefined ? undefined : JSON.stringify(args.body),
        signal: args.signal,
        credentials: 'omit',
        cache: 'no-store',
      });
    } catch (failure) {
      throw isAbort(failure) ? failure : unreachable();
    }
  }
}

/**
 * A header of UTF-8, as fetch wants it: one character for each byte.
 *
 * @param {Record<string, string>} headers
 */
function bytes(headers) {
  const encoder = new TextEncoder();
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.from(encoder.encode(value), byte => String.fromCharCode(byte)).join(''),
    ]),
  );
}

/**
 * A success may have no body, whatever its status is.
 *
 * @param {Response} response
 * @param {(text: string) => any} [parse]
 */
async function bodyOf(response, parse = JSON.parse) {
  try {
    const text = await response.text();
    return text === '' ? undefined : parse(text);
  } catch (failure) {
    throw isAbort(failure) ? failure : unreachable();
  }
}

/**
 * The query of the next page; null on the last.
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
