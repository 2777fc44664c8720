import {visible} from '../parts/invisible.js';

/**
 * JSON whose numbers keep their digits: a number that JavaScript would write differently, such as 1.10 or 12345678901234567890, is
 * a raw value, which `JSON.stringify` writes as it was read.
 */
const json = /** @type {any} */ (JSON);

/** Whether the browser supports this. */
export const keepsDigits = typeof json.rawJSON === 'function';

/**
 * @param {string} text
 * @returns {any}
 * @throws {SyntaxError}
 */
export function parse(text) {
  return keepsDigits ? json.parse(text, keepDigits) : JSON.parse(text);
}

/**
 * @param {string} _
 * @param {unknown} value
 * @param {{source: string}} context
 */
function keepDigits(_, value, context) {
  return typeof value === 'number' && String(value) !== context.source ? json.rawJSON(context.source) : value;
}

/**
 * Whether an object has two members with one name. The parser keeps only the last one, so the text has more names than the value.
 *
 * @param {string} text valid JSON
 * @param {unknown} value its value
 */
export function hasDuplicates(text, value) {
  const strings = text.match(/"(?:[^"\\]|\\.)*"\s*:?/g) ?? [];
  return strings.filter(string => string.endsWith(':')).length > membersIn(value);
}

/**
 * The number of members of all objects in a value.
 *
 * @param {unknown} value
 * @returns {number}
 */
function membersIn(value) {
  if (!Array.isArray(value) && !isObject(value)) {
    return 0;
  }
  const values = Object.values(value);
  return values.reduce((sum, each) => sum + membersIn(each), isObject(value) ? values.length : 0);
}

/**
 * The JSON text of a value for display: invisible characters are escaped, with the same meaning.
 *
 * @param {unknown} value
 * @param {number} [indent]
 */
export function format(value, indent = 2) {
  return visible(JSON.stringify(value, null, indent));
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(keepsDigits && json.isRawJSON(value));
}

/**
 * Whether two values are equal as JSON. The order of members is irrelevant.
 *
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
export function isSame(one, other) {
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every(name => Object.hasOwn(other, name) && isSame(one[name], other[name]))
    );
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
  }
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Appends a step to a JSON Pointer (RFC 6901).
 *
 * @param {string} pointer
 * @param {string} name
 */
export function pointerTo(pointer, name) {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
