import {getGroup, putGroup} from '../api/operations.js';
import {ProblemError} from '../api/problem.js';
import {session} from '../api/session.js';
import {changeOf} from '../parts/change.js';
import {confirmed} from '../parts/confirm.js';
import {nameOf, trimmed} from '../parts/invisible.js';
import {isolated} from '../parts/isolated.js';
import {groupBody} from './body.js';

const REPLACES = `Your key lacks ${getGroup.scope}. If the group exists, its name and description are replaced.`;

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
      ...textFields({name: ''}),
    ],
    args: (reason, values) => ({path: {group_id: trimmed(values.group_id)}, body: groupBody(values), reason}),
    send: createOnly,
    done: result =>
      result.status === 201
        ? `The group ${isolated(nameOf(result.body.name, result.body.group_id))} is created.`
        : `The group ${result.body.group_id} already existed. Its name and description were replaced by yours.`,
  });
}

/**
 * Asks for the name and description of a group, and replaces them, unless somebody else has changed them since the form was filled.
 *
 * @param {any} group
 * @param {() => Promise<any>} read returns the current group
 */
export function editGroup(group, read) {
  let known = group;
  const send = async (/** @type {any} */ args) => {
    const before = known;
    known = await read();
    // After a lost response, the group can already be as wanted.
    if (differs(known, before) && differs(known, args.body)) {
      throw changedMeanwhile();
    }
    return session.call(putGroup, args);
  };
  return confirmed({
    title: `Edit ${group.group_id}`,
    label: 'Save',
    operation: putGroup,
    isHarmless: true,
    fields: () => textFields(group, known),
    args: (reason, values) => ({path: {group_id: group.group_id}, body: groupBody(values), reason}),
    send,
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

function changedMeanwhile() {
  return new ProblemError({
    title: 'Somebody else has changed this group',
    status: 409,
    detail: 'Your change was not made. Your input is kept: check it, then send it again.',
  });
}

/**
 * @typedef {{name: string, description?: string}} Texts
 *
 * @param {Texts} one
 * @param {Texts} other
 */
function differs(one, other) {
  return one.name !== other.name || (one.description ?? '') !== (other.description ?? '');
}

/**
 * The fields for name and description. If somebody else has changed one in the meantime, its field says so.
 *
 * @param {Texts} base the group before editing
 * @param {Texts} [current]
 */
function textFields(base, current = base) {
  return [
    {name: 'name', label: 'Name', value: base.name, required: true, maxlength: 256, hint: changeOf(base.name, current.name)},
    {
      name: 'description',
      label: 'Description',
      value: base.description ?? '',
      multiline: true,
      maxlength: 1024,
      hint: changeOf(base.description, current.description),
    },
  ];
}
