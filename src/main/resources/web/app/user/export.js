import {exportUser} from '../api/operations.js';
import {isAbort, unreachable} from '../api/problem.js';
import {session} from '../api/session.js';
import {announce} from '../parts/announce.js';
import {bytesText} from './file.js';

/**
 * Downloads everything stored about a user, completely or not at all.
 *
 * @param {string} userId
 * @param {AbortSignal} signal
 * @param {(bytes: number) => void} progress
 */
export async function exported(userId, signal, progress) {
  const response = await session.open(exportUser, {path: {user_id: userId}, signal});
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
  const pieces = [];
  let bytes = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(read.value);
      bytes += read.value.length;
      progress(bytes);
    }
  } catch (failure) {
    throw isAbort(failure) ? failure : unreachable();
  }
  return new Blob(pieces, {type: 'application/json'});
}

/**
 * Saves a document as a file.
 *
 * @param {Blob} content
 * @param {string} name
 */
export function save(content, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  announce(`Exported ${bytesText(content.size)} as ${name}.`);
}
