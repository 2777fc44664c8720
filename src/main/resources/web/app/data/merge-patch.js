import {isObject, isSame, pointerTo} from './json.js';

/**
 * @typedef {{pointer: string, kind: 'added' | 'changed' | 'removed', before?: any, after?: any}} Change
 * @typedef {{patch: Record<string, any>, lost: string[]}} Difference lost has the places of changes that a merge patch cannot express
 */

/**
 * The JSON Merge Patch (RFC 7396) from one document to another. A null in a patch removes a member, so no patch can set a member
 * to null, except inside an array, which is replaced as a whole.
 *
 * @param {Record<string, any>} base
 * @param {Record<string, any>} edited
 * @returns {Difference}
 */
export function difference(base, edited) {
  /** @type {string[]} */
  const lost = [];
  return {patch: patchOf(base, edited, '', lost), lost};
}

/**
 * @param {Record<string, any>} base
 * @param {Record<string, any>} edited
 * @param {string} pointer
 * @param {string[]} lost
 */
function patchOf(base, edited, pointer, lost) {
  /** @type {[string, any][]} */
  const entries = Object.keys(base)
    .filter(name => !Object.hasOwn(edited, name))
    .map(name => [name, null]);
  for (const [name, after] of Object.entries(edited)) {
    const before = memberOf(base, name);
    if (before === undefined || !isSame(before, after)) {
      entries.push(...memberPatch(name, before, after, pointerTo(pointer, name), lost));
    }
  }
  return Object.fromEntries(entries);
}

/**
 * @param {string} name
 * @param {any} before
 * @param {any} after
 * @param {string} pointer
 * @param {string[]} lost
 * @returns {[string, any][]}
 */
function memberPatch(name, before, after, pointer, lost) {
  if (after === null) {
    lost.push(pointer);
    return [];
  }
  if (!isObject(after)) {
    return [[name, after]];
  }
  const nested = patchOf(isObject(before) ? before : {}, after, pointer, lost);
  return isObject(before) && Object.keys(nested).length === 0 ? [] : [[name, nested]];
}

/**
 * Applies a merge patch.
 *
 * @param {any} target
 * @param {any} patch
 * @returns {any}
 */
export function applied(target, patch) {
  if (!isObject(patch)) {
    return patch;
  }
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      members.delete(name);
    } else {
      members.set(name, applied(members.get(name), value));
    }
  }
  return Object.fromEntries(members);
}

/**
 * The changes that a patch makes to a document.
 *
 * @param {Record<string, any>} base
 * @param {Record<string, any>} patch
 * @param {string} [pointer]
 * @returns {Change[]}
 */
export function changes(base, patch, pointer = '') {
  return Object.entries(patch).flatMap(([name, value]) => changesOf(memberOf(base, name), value, pointerTo(pointer, name)));
}

/**
 * @param {any} before
 * @param {any} value
 * @param {string} pointer
 * @returns {Change[]}
 */
function changesOf(before, value, pointer) {
  if (isObject(value) && isObject(before)) {
    return changes(before, value, pointer);
  }
  if (value === null) {
    return before === undefined ? [] : [{pointer, kind: 'removed', before}];
  }
  const after = applied(undefined, value);
  return [before === undefined ? {pointer, kind: 'added', after} : {pointer, kind: 'changed', before, after}];
}

/**
 * The places that both patches change. There, the last one wins.
 *
 * @param {Change[]} mine
 * @param {Change[]} theirs
 */
export function overlap(mine, theirs) {
  return mine
    .map(change => change.pointer)
    .filter(pointer => theirs.some(other => isInside(pointer, other.pointer) || isInside(other.pointer, pointer)));
}

/**
 * @param {string} inner
 * @param {string} outer
 */
function isInside(inner, outer) {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/**
 * Ignores inherited members such as "constructor", which are no members of the document.
 *
 * @param {Record<string, any>} object
 * @param {string} name
 */
function memberOf(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
