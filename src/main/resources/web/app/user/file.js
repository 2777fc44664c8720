/**
 * The file name of a user's export. File systems do not allow all characters of ids.
 *
 * @param {string} userId
 */
export function fileName(userId) {
  return `${userId.replace(/[^A-Za-z0-9_-]+/g, '_')}.json`;
}

/** @param {number} bytes */
export function bytesText(bytes) {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
