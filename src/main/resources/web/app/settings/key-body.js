/**
 * The input for a new key.
 *
 * @typedef {{
 *   name: string,
 *   scopes: ReadonlySet<string>,
 *   lifetime: string,
 *   expiresAt: number | null,
 *   rate: string,
 *   unit: string,
 *   burst: string,
 * }} Entered lifetime is in seconds, or one of the words below
 */

export const NEVER = 'never';
export const AT_DATE = 'date';

const DAY = 86_400;

/** @type {Readonly<Record<string, string>>} */
export const lifetimes = {
  [DAY]: '1 day',
  [30 * DAY]: '30 days',
  [90 * DAY]: '90 days',
  [365 * DAY]: '1 year',
  [AT_DATE]: 'On a date …',
  [NEVER]: 'Never',
};

/** @type {Readonly<Record<string, string>>} */
export const units = {s: 'per second', min: 'per minute', h: 'per hour'};

/** @type {Readonly<Record<string, string>>} */
export const overlaps = {
  30: '30 seconds',
  3600: '1 hour',
  [DAY]: '1 day',
  [7 * DAY]: '7 days',
};

/** @returns {Entered} */
export function emptyKey() {
  return {name: '', scopes: new Set(), lifetime: String(90 * DAY), expiresAt: null, rate: '', unit: 's', burst: ''};
}

/**
 * The body of the request.
 *
 * @param {Entered} entered
 */
export function bodyOf({name, scopes, lifetime, expiresAt, rate, unit, burst}) {
  return {
    name: name.trim(),
    scopes: [...scopes],
    ...(lifetime === AT_DATE ? {expires_at: expiresAt} : lifetime === NEVER ? {} : {ttl: Number(lifetime)}),
    ...(rate.trim() ? {rate: `${rate.trim()}/${unit}`} : {}),
    ...(burst.trim() ? {burst: numberOf(burst.trim())} : {}),
  };
}

/**
 * An invalid number is sent unchanged, so that the service reports the error.
 *
 * @param {string} text
 */
function numberOf(text) {
  return Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/**
 * The required input that is missing.
 *
 * @param {Entered} entered
 */
export function missing({name, scopes, lifetime, expiresAt}) {
  return [
    name.trim() ? '' : 'a name',
    scopes.size > 0 ? '' : 'a scope',
    lifetime === AT_DATE && expiresAt === null ? 'a date' : '',
  ].filter(each => each !== '');
}

/** Refusals that come before the service looks for an earlier request with the same idempotency key. */
const EARLY = [401, 403, 413, 415, 429];

/**
 * Whether the service has stored a refusal. It repeats a stored refusal, so the next request needs a new idempotency key.
 *
 * @param {any} failure
 */
export function isStoredRefusal(failure) {
  return failure.isOutcomeKnown && !EARLY.includes(failure.status);
}

/** A value for `Idempotency-Key`: 128 random bits. */
export function idempotencyKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
}
