import {now} from './clock.js';

/**
 * @typedef {{parameter?: string, pointer?: string, header?: string, detail: string, code?: string}} FieldError
 * @typedef {{type?: string, title: string, status: number, detail?: string, trace_id?: string, scope?: string, errors?: FieldError[]}} Problem
 */

const IN_USE = 'urn:useradmin:problem:idempotency-key-in-use';

/** An error response, or a request without a response. */
export class ProblemError extends Error {
  /**
   * @param {Problem} problem
   * @param {number | null} retryAfter seconds until a retry may succeed
   */
  constructor(problem, retryAfter = null) {
    super(problem.detail ? `${problem.title}: ${problem.detail}` : problem.title);
    this.problem = problem;
    this.status = problem.status;
    this.retryAfter = retryAfter;
  }

  /**
   * Whether it is certain that the request changed nothing. It is not if there is no response, if the service or a proxy failed, or if
   * an earlier request with the same Idempotency-Key still runs.
   */
  get isOutcomeKnown() {
    return this.status >= 400 && this.status < 500 && this.problem.type !== IN_USE;
  }

  /**
   * The errors of one member of the body, or of one parameter.
   *
   * @param {string} name a member such as "name" or "/claims/email", or a parameter
   */
  errorsOf(name) {
    const pointer = name.startsWith('/') ? name : `/${name}`;
    return (this.problem.errors ?? []).filter(
      error =>
        error.parameter === name ||
        error.header === name ||
        error.pointer === pointer ||
        error.pointer?.startsWith(`${pointer}/`),
    );
  }
}

/**
 * @param {Response} response
 * @returns {Promise<ProblemError>}
 */
export async function problemOf(response) {
  const text = await response.text().catch(() => '');
  return new ProblemError(parse(text, response), secondsOf(response.headers.get('Retry-After') ?? ''));
}

/**
 * The value of `Retry-After`, which a proxy may write as a date.
 *
 * @param {string} text
 * @returns {number | null} seconds from now; null if there is no valid value
 */
export function secondsOf(text) {
  const seconds = /^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1000 - now();
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}

/**
 * A proxy between the console and the service may respond with anything.
 *
 * @param {string} text
 * @param {Response} response
 * @returns {Problem}
 */
function parse(text, response) {
  try {
    const problem = JSON.parse(text);
    if (typeof problem?.title === 'string') {
      return {...problem, status: response.status};
    }
  } catch {
    // Not JSON.
  }
  return {title: `The response is ${response.status} without an explanation`, status: response.status};
}

/**
 * The problem of a request without a complete response.
 *
 * @param {boolean} [isChange] whether the request may have changed something
 */
export function unreachable(isChange = false) {
  return new ProblemError({
    title: 'The service cannot be reached',
    status: 0,
    detail: isChange
      ? 'No response came. The change may be done, or still be made: its outcome is unknown. Look at what is done before you repeat it.'
      : 'The connection failed. Nothing was changed.',
  });
}

/**
 * Whether the request was aborted because its response is no longer needed.
 *
 * @param {unknown} failure
 */
export function isAbort(failure) {
  return failure instanceof DOMException && failure.name === 'AbortError';
}

/**
 * The detail of a problem; empty if the title or the only error says the same.
 *
 * @param {Problem} problem
 */
export function detailOf({title, detail = '', errors = []}) {
  const isKnown = detail === `${title}.` || (errors.length === 1 && errors[0].detail === detail);
  return isKnown ? '' : detail;
}

/**
 * Whether a failure is about one of these fields.
 *
 * @param {unknown} failure
 * @param {string[]} names
 */
export function isAbout(failure, names) {
  return failure instanceof ProblemError && names.some(name => failure.errorsOf(name).length > 0);
}

/**
 * Moves the detail of a problem of this type to a field. A 404 for an unknown id in the path has no `errors`.
 *
 * @param {unknown} failure
 * @param {string} type without the prefix, such as "user-not-found"
 * @param {string} name the field's name
 */
export function fieldProblem(failure, type, name) {
  if (!(failure instanceof ProblemError) || !failure.problem.type?.endsWith(`:${type}`)) {
    return failure;
  }
  const {problem} = failure;
  return new ProblemError({...problem, errors: [{parameter: name, detail: problem.detail ?? problem.title}]});
}
