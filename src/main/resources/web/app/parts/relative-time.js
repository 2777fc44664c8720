const format = new Intl.RelativeTimeFormat('en', {numeric: 'auto'});

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
 * A moment such as "2 hours ago" or "in 3 days".
 *
 * @param {number} seconds since the Unix epoch
 * @param {number} now the same
 */
export function relativeTime(seconds, now) {
  const difference = Math.round(seconds - now);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(difference) >= size) ?? UNITS[UNITS.length - 1];
  return format.format(Math.trunc(difference / size), unit);
}
