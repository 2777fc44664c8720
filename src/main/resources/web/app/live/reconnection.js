const LONGEST_WAIT = 30;
/** The 4xx statuses for which a retry may succeed. */
const PASSING = [408, 425, 429];

/**
 * Decides what to do after the end of a stream.
 *
 * @typedef {{kind: 'wait', seconds: number} | {kind: 'stop'} | {kind: 'skip', cursor: string}} Reaction
 *
 * @param {any} failure a ProblemError, or null if the service ended the stream
 * @param {number} attempt the number of failed attempts before this one
 * @param {number} random jitter between 0 and 1, so that clients do not all reconnect at once
 * @returns {Reaction}
 */
export function reactionTo(failure, attempt, random) {
  const status = failure?.status ?? 0;
  if (status === 410 && failure.problem.cursor) {
    return {kind: 'skip', cursor: failure.problem.cursor};
  }
  if (status >= 400 && status < 500 && !PASSING.includes(status)) {
    return {kind: 'stop'};
  }
  return {kind: 'wait', seconds: Math.ceil(Math.max(failure?.retryAfter ?? 0, backoff(attempt) * (0.5 + random / 2)))};
}

/** @param {number} attempt */
function backoff(attempt) {
  return Math.min(LONGEST_WAIT, 2 ** attempt);
}
