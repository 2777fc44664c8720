/**
 * A count with its noun, such as "1 session" or "2,000 sessions".
 *
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function plural(count, one, many = `${one}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/**
 * A total with its noun, such as "more than 10,000 sessions".
 *
 * @param {import('../api/session.js').Total} total
 * @param {string} one
 * @param {string} [many]
 */
export function totalText({count, isExact}, one, many = `${one}s`) {
  return isExact ? plural(count, one, many) : `more than ${plural(count, many, many)}`;
}
