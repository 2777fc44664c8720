import {session} from '../api/session.js';
import {confirmed} from './confirm.js';

/**
 * Like `confirmed`, but null only if nothing was changed. If the user cancels after some calls, or after one whose outcome is unknown,
 * the view must read its data again.
 *
 * @param {import('./action-types.js').Action} action
 */
export async function confirmedOrUnknown(action) {
  let isUnknown = false;
  const call = (/** @type {any} */ args) => session.call(action.operation, args);
  const result = await confirmed({
    ...action,
    send: async (args, work) => {
      try {
        return await (action.send ?? call)(args, work);
      } catch (/** @type {any} */ failure) {
        isUnknown ||= !failure.isOutcomeKnown || Array.isArray(args);
        throw failure;
      }
    },
  });
  return result ?? (isUnknown ? 'unknown' : null);
}
