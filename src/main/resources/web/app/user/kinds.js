import * as api from '../api/operations.js';

/**
 * The differences between emails and phone numbers.
 *
 * @typedef {import('../api/operations.js').Operation} Operation
 * @typedef {{
 *   title: string, label: string, one: string, some: string, member: string, value: string, id: string, type: string, example: string,
 *   add: Operation, remove: Operation, verify: Operation, unverify: Operation, makePrimary: Operation,
 * }} Kind
 */

/** @type {Kind} */
export const emails = {
  title: 'Email addresses',
  label: 'Email address',
  one: 'email address',
  some: 'an email address',
  member: 'emails',
  value: 'email',
  id: 'email_id',
  type: 'text',
  example: 'aino@example.com',
  add: api.addEmail,
  remove: api.removeEmail,
  verify: api.verifyEmail,
  unverify: api.unverifyEmail,
  makePrimary: api.makePrimaryEmail,
};

/** @type {Kind} */
export const phones = {
  title: 'Phone numbers',
  label: 'Phone number',
  one: 'phone number',
  some: 'a phone number',
  member: 'phone_numbers',
  value: 'phone',
  id: 'phone_id',
  type: 'tel',
  example: '+358401234567',
  add: api.addPhone,
  remove: api.removePhone,
  verify: api.verifyPhone,
  unverify: api.unverifyPhone,
  makePrimary: api.makePrimaryPhone,
};
