import {changeOf} from '../parts/change.js';

/**
 * The string claims of OpenID Connect Core 5.1, in display order.
 *
 * @type {Readonly<Record<string, {label: string, hint?: string}>>}
 */
export const claims = {
  name: {label: 'Name'},
  given_name: {label: 'Given name'},
  middle_name: {label: 'Middle name'},
  family_name: {label: 'Family name'},
  nickname: {label: 'Nickname'},
  preferred_username: {label: 'Preferred username'},
  birthdate: {label: 'Birthdate', hint: 'YYYY-MM-DD or YYYY'},
  gender: {label: 'Gender'},
  locale: {label: 'Locale', hint: 'Such as fi-FI'},
  zoneinfo: {label: 'Time zone', hint: 'Such as Europe/Helsinki'},
  website: {label: 'Website'},
  profile: {label: 'Profile page'},
  picture: {label: 'Picture'},
};

/**
 * The merge patch of the input: only changed claims, so that it overwrites no other changes. An empty text removes a claim.
 *
 * @param {Record<string, string>} base the claims before editing
 * @param {Record<string, string>} typed
 * @returns {Record<string, string | null>}
 */
export function claimsPatch(base, typed) {
  const touched = Object.entries(typed).filter(([name, text]) => text !== (base[name] ?? ''));
  return Object.fromEntries(touched.map(([name, text]) => [name, text === '' ? null : text]));
}

/**
 * The fields to edit claims. If somebody else has changed a claim in the meantime, its field says so.
 *
 * @param {Record<string, string>} base the claims before editing
 * @param {Record<string, string>} current
 */
export function claimFields(base, current) {
  return Object.entries(claims).map(([name, {label, hint}]) => ({
    name,
    label,
    value: base[name] ?? '',
    pointer: `/claims/${name}`,
    hint: changeOf(base[name], current[name]) ?? hint,
  }));
}
