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
 * @param {number} seconds
 * @param {() => boolean} isStopped ends the pause early
 */
export async function pause(seconds, isStopped) {
  for (let second = 0; second < seconds && !isStopped(); second += 1) {
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
}

/** @param {number} seconds */
export function pauseText(seconds) {
  return `Too many requests: it continues in ${seconds} s.`;
}
