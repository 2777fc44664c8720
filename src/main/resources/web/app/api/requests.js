import {ProblemError} from './problem.js';

/**
 * Browsers and curl apply dots as a part of a path: "/api/users/../sessions/revoke" would be an operation on the whole tenant. The service
 * refuses a path with an encoded slash before it knows what the slash belongs to.
 */
const NO_ID = /^\.{0,2}$|[/\\]/;

/**
 * @typedef {import('./operations.js').Operation} Operation
 * @typedef {{
 *   path?: Record<string, string>,
 *   query?: Record<string, string | number | boolean | string[] | null | undefined>,
 *   search?: string | null,
 *   body?: unknown,
 *   reason?: string,
 *   headers?: Record<string, string>,
 * }} Arguments search is a complete query string, used instead of query, such as that of a link to the next page
 */

/** The query of each read of users: without the data documents. A read of private data would be recorded, and nobody asked for it. */
export const BASIC = Object.freeze({view: 'basic'});

/**
 * Whether a text can be an id in a path.
 *
 * @param {string} text
 */
export function isId(text) {
  return !NO_ID.test(text);
}

/**
 * The URL of an operation, without origin.
 *
 * @param {Operation} operation
 * @param {Arguments} [args]
 * @throws {ProblemError} if a part of the path cannot be an id
 */
export function urlOf(operation, args = {}) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = args.path?.[name];
    if (value === undefined) {
      throw new Error(`${operation.path} needs ${name}`);
    }
    if (!isId(value)) {
      throw noId(name);
    }
    return encodeURIComponent(value);
  });
  if (args.search) {
    return path + args.search;
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args.query ?? {})) {
    if (value !== null && value !== undefined && value !== '') {
      [value].flat().forEach(each => query.append(name, String(each)));
    }
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** @param {string} name of the path parameter */
function noId(name) {
  return new ProblemError({
    title: 'This is no id',
    status: 422,
    errors: [{parameter: name, detail: 'must not be empty, "." or "..", and must not contain / or \\'}],
  });
}

/**
 * All headers except the one with the key.
 *
 * @param {Arguments} [args]
 * @returns {Record<string, string>}
 */
export function headersOf(args = {}) {
  return {
    ...(args.body === undefined ? {} : {'Content-Type': 'application/json'}),
    ...(args.reason ? {'X-Reason': args.reason} : {}),
    ...args.headers,
  };
}

/**
 * Encodes headers in UTF-8 for fetch: one character per byte.
 *
 * @param {Record<string, string>} headers
 */
export function bytes(headers) {
  const encoder = new TextEncoder();
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.from(encoder.encode(value), byte => String.fromCharCode(byte)).join(''),
    ]),
  );
}

/**
 * The request as a curl command for a shell, with `$KEY` instead of the key.
 *
 * @param {Operation} operation
 * @param {Arguments} args
 * @param {string} origin such as "http://localhost:8080"
 */
export function curlOf(operation, args, origin) {
  const headers = Object.entries(headersOf(args)).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  return [
    'curl',
    ...(operation.method === 'GET' ? [] : [`-X ${operation.method}`]),
    '-H "X-API-KEY: $KEY"',
    ...headers,
    ...(args.body === undefined ? [] : [`-d ${quote(JSON.stringify(args.body))}`]),
    quote(origin + urlOf(operation, args)),
  ].join(' ');
}

/**
 * In single quotes, a shell expands nothing.
 *
 * @param {string} text
 */
function quote(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
