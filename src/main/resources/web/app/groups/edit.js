import {getGroup, putGroup} from '../api/operations.js';
import {ProblemError} from '../api/problem.js';
import {session} from '../api/session.js';
import {confirmed} from '../parts/confirm.js';
import {trimmed} from '../parts/invisible.js';
import {isolated} from '../parts/isolated.js';
import {groupBody} from './body.js';

const REPLACES = `Your key lacks ${getGroup.scope}, so the console cannot check whether the group exists. If it does, its name and description are replaced.`;

/** Asks for a new group, and creates it. */
export function createGroup() {
  return confirmed({
    title: 'Create a group',
    text: session.allows(getGroup) ? undefined : REPLACES,
    label: 'Create',
    operation: putGroup,
    isHarmless: true,
    fields: () => [
      {name: 'group_id', label: 'Group id', required: true, maxlength: 128, hint: 'It cannot be changed later. A-Z a-z 0-9 - _ . : | @ ~ +'},
      ...textFields({name: '', description: ''}),
    ],
    args: (reason, values) => ({path: {group_id: trimmed(values.group_id)}, body: groupBody(values), reason}),
    send: createOnly,
    done: result =>
      result.status === 201
        ? `The group ${isolated(result.body.name)} is created.`
        : `The group ${result.body.group_id} already existed. Its name and description were replaced by yours.`,
  });
}

/**
 * Asks for the name and description of a group, and replaces them.
 *
 * @param {any} group
 */
export function editGroup(group) {
  return confirmed({
    title: `Edit ${group.group_id}`,
    label: 'Save',
    operation: putGroup,
    isHarmless: true,
    fields: () => textFields({name: group.name, description: group.description ?? ''}),
    args: (reason, values) => ({path: {group_id: group.group_id}, body: groupBody(values), reason}),
    done: result => (result.status === 201 ? 'The group was deleted meanwhile. It is created again, without members.' : 'The group is saved.'),
  });
}

/**
 * The request would replace an existing group, so this checks first that the group does not exist, if the key may read groups.
 *
 * @param {import('../api/requests.js').Arguments} args
 */
async function createOnly(args) {
  if (session.allows(getGroup) && (await isThere(args))) {
    throw new ProblemError({
      title: 'This group already exists',
      status: 409,
      detail: 'Nothing was changed. Choose another id, or edit that group.',
      errors: [{parameter: 'group_id', detail: 'belongs to another group'}],
    });
  }
  return session.call(putGroup, args);
}

/** @param {import('../api/requests.js').Arguments} args */
async function isThere({path}) {
  try {
    await session.call(getGroup, {path});
    return true;
  } catch (failure) {
    if (failure instanceof ProblemError && [404, 422].includes(failure.status)) {
      return false;
    }
    throw failure;
  }
}

/** @param {{name: string, description: string}} group */
function textFields({name, description}) {
  return [
    {name: 'name', label: 'Name', value: name, required: true, maxlength: 256},
    {name: 'description', label: 'Description', value: description, multiline: true, maxlength: 1024},
  ];
}
