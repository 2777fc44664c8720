/**
 * The loaded rows and those of the next page. A row that moved to the next page in the meantime appears once.
 *
 * @template Row
 * @param {readonly Row[]} rows
 * @param {readonly Row[]} page
 * @param {((row: Row) => string) | null} key
 */
export function withPage(rows, page, key) {
  const known = new Set(key ? rows.map(key) : []);
  return [...rows, ...(key ? page.filter(row => !known.has(key(row))) : page)];
}

/**
 * A copy of the set with the key added, or removed if it was there.
 *
 * @param {ReadonlySet<string>} set
 * @param {string} key
 */
export function toggled(set, key) {
  const result = new Set(set);
  if (!result.delete(key)) {
    result.add(key);
  }
  return result;
}

/**
 * The number of rows, such as "100 of 12,345".
 *
 * @param {number} loaded
 * @param {import('../api/session.js').Total | null} total
 * @param {boolean} hasNext
 */
export function countOf(loaded, total, hasNext) {
  const count = loaded.toLocaleString('en');
  if (loaded === 0) {
    return '';
  }
  if (!total) {
    return hasNext ? `${count} shown` : `${count} in all`;
  }
  return `${count} of ${total.isExact ? '' : 'more than '}${total.count.toLocaleString('en')}`;
}
