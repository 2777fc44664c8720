/**
 * The key in dev mode's link to the console, which has no other fragment.
 *
 * @param {string} fragment such as "#key=uak_..."
 */
export function keyOf(fragment) {
  return new URLSearchParams(fragment.slice(1)).get('key');
}

/**
 * Whether the key of a link may sign in. Only dev mode needs it, so only a console on this computer allows it: elsewhere, anybody
 * who has a key could send a link that signs others in with it.
 *
 * @param {string} hostname of the console
 */
export function acceptsKeyOfLink(hostname) {
  return /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/**
 * Removes the key of a link from the address, even if it may not sign in.
 *
 * @returns {string | null} the key that signs in
 */
export function takeKeyOfLink() {
  const key = keyOf(location.hash);
  if (key) {
    history.replaceState(null, '', '#/users');
  }
  return acceptsKeyOfLink(location.hostname) ? key : null;
}
