import {getPrivateData, getPublicData, updatePrivateData, updatePublicData} from '../api/operations.js';

/**
 * A document of a user. Reading a masked one may be recorded, so it is loaded only on request.
 *
 * @typedef {import('../api/operations.js').Operation} Operation
 * @typedef {{title: string, member: string, hint: string, read: Operation, write: Operation, isMasked: boolean}} Kind
 */

/** @type {Readonly<Record<'public' | 'private', Kind>>} */
export const kinds = {
  public: {
    title: 'Public data',
    member: 'public_data',
    hint: 'What the user may see and change.',
    read: getPublicData,
    write: updatePublicData,
    isMasked: false,
  },
  private: {
    title: 'Private data',
    member: 'private_data',
    hint: 'What only services may see.',
    read: getPrivateData,
    write: updatePrivateData,
    isMasked: true,
  },
};
