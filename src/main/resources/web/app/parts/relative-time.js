/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/**
 * The largest unit that fits, and the number of units.
 *
 * @param {number} difference in seconds, negative for the past
 * @returns {[number, Intl.RelativeTimeFormatUnit]}
 */
export function inLargestUnit(difference) {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(difference) >= size) ?? UNITS[UNITS.length - 1];
  return [Math.trunc(difference / size), unit];
}

/**
 * A moment such as "2026-11-22T23:59:00Z".
 *
 * @param {number} seconds since the Unix epoch
 */
export function isoTime(seconds) {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** @type {Intl.RelativeTimeFormat | undefined} created once, because that is slow */
let format;

/**
 * A moment such as "2 hours ago" or "in 3 days". 47 hours are "1 day ago", because "yesterday" would be wrong.
 *
 * @param {number} seconds since the Unix epoch
 * @param {number} now the same
 */
export function relativeTime(seconds, now) {
  format ??= new Intl.RelativeTimeFormat('en');
  const [count, unit] = inLargestUnit(Math.round(seconds - now));
  return count === 0 ? 'now' : format.format(count, unit);
}
