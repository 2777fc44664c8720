import {assignGroup, removeFromGroup} from '../api/operations.js';
import {fieldProblem} from '../api/problem.js';
import {session} from '../api/session.js';
import {confirmed} from '../parts/confirm.js';
import {nameOf, trimmed} from '../parts/invisible.js';
import {isolated} from '../parts/isolated.js';

/**
 * Asks for a group or a user, then adds the user to the group.
 *
 * @param {string} title
 * @param {string} label the button's label
 * @param {import('../parts/action-types.js').Input} input the field for the id that is not given
 * @param {{user_id?: string, group_id?: string}} given
 * @param {Promise<unknown>} [later] ends when the field has its suggestions
 */
export function assign(title, label, input, given, later) {
  return confirmed({
    title,
    label,
    operation: assignGroup,
    isHarmless: true,
    fields: () => [input],
    later,
    args: (reason, values) => ({path: {...given, [input.name]: trimmed(values[input.name])}, reason}),
    send: args =>
      session.call(assignGroup, args).catch(failure => {
        throw fieldProblem(failure, `${input.name.replace('_id', '')}-not-found`, input.name);
      }),
    done: () => 'The user is in the group.',
  });
}

/**
 * Asks for confirmation, then removes a user from a group.
 *
 * @param {string} userId
 * @param {{group_id: string, name?: string}} group
 */
export function remove(userId, {group_id, name}) {
  return confirmed({
    title: `Remove ${userId} from ${isolated(nameOf(name, group_id))}?`,
    target: group_id,
    label: 'Remove',
    operation: removeFromGroup,
    args: reason => ({path: {user_id: userId, group_id}, reason}),
    done: () => `${userId} is no longer in the group.`,
  });
}
