/** The service's time minus that of the browser, whose clock may be wrong, in milliseconds. */
let offset = 0;

/**
 * Learns the service's time from a response. The service wrote the date after the request was sent, and before the response was
 * received. The header omits the fraction of the second.
 *
 * @param {string | null} date the header `Date`
 * @param {number} sent when the request was sent, in the browser's time
 * @param {number} received when the response was received, in the browser's time
 */
export function setClock(date, sent, received) {
  const written = Date.parse(date ?? '');
  if (!Number.isNaN(written)) {
    offset = Math.min(Math.max(offset, written - received), written + 1000 - sent);
  }
}

/**
 * The service's time, in seconds since the Unix epoch.
 *
 * @param {number} [local] the browser's time in milliseconds
 */
export function now(local = Date.now()) {
  return (local + offset) / 1000;
}
