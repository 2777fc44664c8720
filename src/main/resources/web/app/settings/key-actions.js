import {html} from 'lit';
import {now} from '../api/clock.js';
import {revokeKey, rotateKey} from '../api/operations.js';
import {session} from '../api/session.js';
import {confirmed} from '../parts/confirm.js';
import {choice, optionsOf} from '../parts/field.js';
import {nameOf} from '../parts/invisible.js';
import {isolated} from '../parts/isolated.js';
import {isoTime, relativeTime} from '../parts/relative-time.js';
import {idempotencyKey, isStoredRefusal, overlaps} from './key-body.js';

/**
 * Asks for confirmation, then replaces a key with a new one.
 *
 * @param {any} key
 * @returns {Promise<import('../parts/action-types.js').Outcome>}
 */
export function rotate(key) {
  let attempt = idempotencyKey();
  let overlap = '3600';
  return confirmed({
    title: `Rotate the key ${nameIn(key)}?`,
    target: key.key_id,
    label: 'Rotate',
    text: html`<div class="stack-close">
      <p>A new key gets the same name, scopes, rate and lifetime. The old one works until the overlap ends.</p>
      ${choice({
        name: 'overlap',
        label: 'The old key works for another',
        value: overlap,
        options: optionsOf(overlaps),
        onChange: seconds => (overlap = seconds),
      })}
    </div>`,
    operation: rotateKey,
    args: reason => ({
      path: {key_id: key.key_id},
      body: {overlap: Number(overlap)},
      headers: {'Idempotency-Key': `${attempt}-${overlap}`},
      reason,
    }),
    send: args =>
      session.call(rotateKey, args).catch(failure => {
        attempt = isStoredRefusal(failure) ? idempotencyKey() : attempt;
        throw failure;
      }),
    done: ({body}) => `The key ${nameIn(body)} is rotated. Copy the new one now.`,
  });
}

/**
 * Asks for confirmation, then revokes a key.
 *
 * @param {any} key
 * @returns {Promise<import('../parts/action-types.js').Outcome>}
 */
export function revoke(key) {
  const isOwn = key.key_id === session.owner?.key_id;
  return confirmed({
    title: `Revoke the key ${nameIn(key)}?`,
    target: key.key_id,
    label: 'Revoke',
    text: html`<p>${usageOf(key)} It stops working at once here, and within 30 seconds everywhere. Clients that use it get 401.</p>
      ${isOwn ? html`<p class="note note-warning">It is the key you are signed in with. You will have to sign in with another one.</p>` : ''}`,
    operation: revokeKey,
    args: reason => ({path: {key_id: key.key_id}, reason}),
    done: () => `The key ${nameIn(key)} is revoked.`,
  });
}

/** @param {any} key */
function nameIn({name, key_id: id}) {
  return isolated(nameOf(name, id));
}

/** @param {any} key */
function usageOf({last_used_at: used}) {
  return used === undefined
    ? 'It was never used, or only in the last 90 seconds.'
    : `It was last used ${relativeTime(used, now())} (${isoTime(used)}, or up to 90 seconds later).`;
}
