import {ProblemError} from '../api/problem.js';

/** The labels of the members that the view shows. The console reads users without their data documents. */
const MEMBERS = /** @type {const} */ ({
  disabled: 'the state',
  username: 'the username',
  emails: 'the email addresses',
  phone_numbers: 'the phone numbers',
  idps: 'the external identities',
  has_password: 'the password',
  password_updated_at: 'the password',
});

/**
 * The differences between two versions of a user, as text.
 *
 * @param {any} before
 * @param {any} after
 * @returns {string[]}
 */
export function changesBetween(before, after) {
  const members = Object.entries(MEMBERS).flatMap(([member, words]) => (differs(before[member], after[member]) ? [words] : []));
  const names = new Set([...Object.keys(before.claims), ...Object.keys(after.claims)]);
  const claims = [...names].filter(name => before.claims[name] !== after.claims[name]).map(name => `the claim ${name}`);
  return [...new Set([...members, ...claims])];
}

/**
 * The problem for a change of an outdated version.
 *
 * @param {ProblemError} refusal the response
 * @param {any} before the version that was shown
 * @param {any} after the current version
 */
export function conflict(refusal, before, after) {
  const changes = changesBetween(before, after);
  const what = changes.length > 0 ? ` Different now: ${changes.join(', ')}.` : '';
  return new ProblemError({
    ...refusal.problem,
    title: 'Somebody else has changed this user',
    detail: `Your change was not made.${what} The page shows the current user. Your input is kept: check it, then send it again.`,
  });
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
function differs(one, other) {
  return JSON.stringify(one) !== JSON.stringify(other);
}
