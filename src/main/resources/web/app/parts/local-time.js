/**
 * A moment in the format of a "datetime-local" field, in the browser's time zone.
 *
 * @param {number | null} seconds since the Unix epoch
 */
export function toLocal(seconds) {
  if (seconds === null || !Number.isFinite(seconds)) {
    return '';
  }
  const moment = new Date(seconds * 1000);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().replace(/(:00)?\.\d+Z$/, '');
}

/**
 * @param {string} text the value of such a field
 * @returns {number | null} seconds since the Unix epoch; null if the text is not a valid time
 */
export function fromLocal(text) {
  const millis = new Date(text).getTime();
  return Number.isNaN(millis) ? null : Math.floor(millis / 1000);
}
