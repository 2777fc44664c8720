/**
 * The number of the user's identifiers that the authenticator no longer confirms without this identity.
 *
 * @param {any} user
 * @param {{authenticator: string, provider_user_id: string}} identity
 */
export function confirmedOnlyBy(user, {authenticator, provider_user_id}) {
  const remains = user.idps.some(
    (/** @type {any} */ other) => other.authenticator === authenticator && other.provider_user_id !== provider_user_id,
  );
  const identifiers = [user.username, ...user.emails, ...user.phone_numbers];
  return remains ? 0 : identifiers.filter(identifier => identifier?.idps.includes(authenticator)).length;
}
