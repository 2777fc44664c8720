import {revokeSession, revokeSessions} from '../api/operations.js';
import {isAbout} from '../api/problem.js';
import {session as own} from '../api/session.js';
import {confirmed} from '../parts/confirm.js';
import {pause, pauseAfter, pauseText} from '../parts/pause.js';
import {sessionsText} from './places.js';
import {described, selectors} from './selector.js';
import {sessionText} from './session-name.js';

/**
 * Asks for confirmation, then revokes the selected sessions. Fails if the selector is wrong.
 *
 * @param {string} userId
 * @param {Record<string, unknown>} selector
 * @param {unknown} [text]
 */
export function revokeMatching(userId, selector, text) {
  const args = {path: {user_id: userId}, body: selector};
  return confirmed({
    title: `Revoke ${described(selector)}?`,
    target: selector,
    text,
    label: 'Revoke',
    effect: async () => {
      const {body} = await own.call(revokeSessions, {...args, body: {...selector, dry_run: true}});
      return body.revoked === 0 ? 'No session matches.' : `This ends ${sessionsText(body.revoked)} of ${userId}.`;
    },
    operation: revokeSessions,
    args: reason => ({...args, reason}),
    waiting: 'One call revokes all of them or none. It can take a while.',
    done: result => `${sessionsText(result.body.revoked)} revoked.`,
    leaves: failure => isAbout(failure, Object.keys(selectors)),
  });
}

/**
 * Asks for confirmation, then revokes all sessions except one.
 *
 * @param {string} userId
 * @param {any} session
 */
export function revokeOthers(userId, session) {
  return revokeMatching(userId, {except: [session.session_id]}, `This one stays: ${sessionText(session)}.`);
}

/**
 * Asks for confirmation, then revokes one session.
 *
 * @param {string} userId
 * @param {any} session
 */
export function revokeOne(userId, session) {
  return confirmed({
    title: 'Revoke this session?',
    target: session.session_id,
    text: `${sessionText(session)}.`,
    label: 'Revoke',
    effect: async () => `This ends 1 session of ${userId}.`,
    operation: revokeSession,
    args: reason => ({path: {user_id: userId, session_id: session.session_id}, reason}),
    done: () => '1 session revoked.',
  });
}

/**
 * Asks for confirmation, then revokes sessions one after another. After an error, a retry continues with the rest.
 *
 * @param {string} userId
 * @param {any[]} sessions
 */
export function revokeEach(userId, sessions) {
  const left = sessions.map(session => session.session_id);
  const counts = {revoked: 0, gone: 0};
  return confirmed({
    title: `Revoke the selected ${sessionsText(sessions.length)}?`,
    target: left,
    label: 'Revoke',
    effect: async () => `This ends ${sessionsText(sessions.length)} of ${userId}.`,
    operation: revokeSession,
    args: reason => left.map(session_id => ({path: {user_id: userId, session_id}, reason})),
    isStoppable: true,
    send: async (requests, {isStopped, report}) => {
      const rest = [requests].flat();
      do {
        const done = `${sessions.length - left.length} of ${sessionsText(sessions.length)} done.`;
        report(done);
        const seconds = await revokeIfThere(rest[0], counts);
        if (seconds > 0) {
          report(`${done} ${pauseText(seconds)}`, seconds);
          await pause(seconds, isStopped);
        } else {
          rest.shift();
          left.shift();
        }
      } while (rest.length > 0 && !isStopped());
      return counts;
    },
    done: () => doneText(counts, left.length),
  });
}

/**
 * @param {{revoked: number, gone: number}} counts
 * @param {number} left
 */
function doneText({revoked, gone}, left) {
  const ended = gone > 0 ? `, ${gone} had already ended` : '';
  const stopped = left > 0 ? ` Stopped: ${sessionsText(left)} ${left === 1 ? 'is as it was' : 'are as they were'}.` : '';
  return `${sessionsText(revoked)} revoked${ended}.${stopped}`;
}

/**
 * @param {import('../api/requests.js').Arguments} args
 * @param {{revoked: number, gone: number}} counts
 * @returns {Promise<number>} seconds until a retry, if the key has sent too many requests; otherwise 0
 */
async function revokeIfThere(args, counts) {
  try {
    await own.call(revokeSession, args);
    counts.revoked += 1;
  } catch (/** @type {any} */ failure) {
    const seconds = pauseAfter(failure);
    if (seconds > 0) {
      return seconds;
    }
    if (failure.problem?.type !== 'urn:useradmin:problem:session-not-found') {
      throw failure;
    }
    counts.gone += 1;
  }
  return 0;
}
