/**
 * The seconds until a failed call may be repeated, if the key has sent too many requests; otherwise 0.
 *
 * @param {any} failure
 * @returns {number}
 */
export function pauseAfter(failure) {
  return failure.status === 429 ? (failure.retryAfter ?? 0) : 0;
}

/**
 * Reads the time, because browsers run timers less often in a hidden tab. Nobody can set this clock back.
 *
 * @param {number} seconds
 * @param {() => boolean} isStopped ends the pause early
 */
export async function pause(seconds, isStopped) {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end && !isStopped()) {
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
}

/** @param {number} seconds */
export function pauseText(seconds) {
  return `Too many requests: it continues in ${seconds} s.`;
}
