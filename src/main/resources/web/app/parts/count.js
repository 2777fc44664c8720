/**
 * A number of things in words, such as "more than 10,000 sessions".
 *
 * @param {import('../api/session.js').Total} total
 * @param {string} one
 * @param {string} [many]
 */
export function countText({count, isExact}, one, many = `${one}s`) {
  return `${isExact ? '' : 'more than '}${count.toLocaleString('en')} ${count === 1 && isExact ? one : many}`;
}
