import {format, hasDuplicates, isObject, isSame, parse} from './json.js';
import {applied, changes, difference, overlap} from './merge-patch.js';

/**
 * A document as it was loaded, and its edited text.
 *
 * @typedef {{value: Record<string, any>, etag: string}} Version
 * @typedef {{base: Version, text: string, isDiscarded?: boolean}} Draft
 * @typedef {{
 *   value: Record<string, any> | null,
 *   patch: Record<string, any>,
 *   changes: import('./merge-patch.js').Change[],
 *   lost: string[],
 * }} Edit value is null if the text is no JSON object, or if an object has two members with one name
 */

/**
 * The version in a response.
 *
 * @param {import('../api/session.js').Result} result
 * @param {string} member the member of the body that has the document
 * @returns {Version}
 */
export function versionIn({body, etag}, member) {
  return {value: body[member], etag: etag ?? ''};
}

/**
 * @param {Version} version
 * @returns {Draft}
 */
export function draftOf(version) {
  return {base: version, text: format(version.value)};
}

/**
 * Whether the text was edited.
 *
 * @param {Draft} draft
 */
export function isEdited({base, text}) {
  return text !== format(base.value);
}

/**
 * The changes of a draft.
 *
 * @param {Draft} draft
 * @returns {Edit}
 */
export function editOf({base, text}) {
  const value = read(text);
  if (value === null) {
    return {value, patch: {}, changes: [], lost: []};
  }
  const {patch, lost} = difference(base.value, value);
  return {value, patch, changes: changes(base.value, patch), lost};
}

/** @param {string} text */
function read(text) {
  try {
    const value = parse(text);
    return isObject(value) && !hasDuplicates(text, value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Applies the changes of a draft to the version that somebody else has stored in the meantime.
 *
 * @param {Draft} draft
 * @param {Version} theirs
 * @returns {Draft}
 */
export function onTopOf(draft, theirs) {
  return {base: theirs, text: format(applied(theirs.value, editOf(draft).patch))};
}

/**
 * Whether the changes of a draft are in a version already.
 *
 * @param {Draft} draft
 * @param {Version} version
 */
export function isStored(draft, version) {
  return isSame(applied(version.value, editOf(draft).patch), version.value);
}

/**
 * The conflicts: places that a draft and the other version change differently.
 *
 * @param {Draft} draft
 * @param {Version} theirs
 */
export function contested(draft, theirs) {
  const other = difference(draft.base.value, theirs.value).patch;
  return isStored(draft, theirs) ? [] : overlap(editOf(draft).changes, changes(draft.base.value, other));
}

/**
 * The service's errors, with their places in the document. The service refuses a too large body before it reads it.
 *
 * @param {{problem?: {status?: number, title?: string, errors?: import('../api/problem.js').FieldError[]}} | null} refusal
 * @param {string} member the body's member with the document
 */
export function remarksOf(refusal, member) {
  if (refusal?.problem?.status === 413) {
    return [{pointer: '', message: refusal.problem.title ?? 'The document is too large'}];
  }
  return (refusal?.problem?.errors ?? []).flatMap(({pointer, detail}) =>
    pointer === `/${member}` || pointer?.startsWith(`/${member}/`)
      ? [{pointer: pointer.slice(member.length + 1), message: detail}]
      : [],
  );
}
