import {listBlockedIps, unblockIp} from '../api/operations.js';
import {fieldProblem, isAbout} from '../api/problem.js';
import {session} from '../api/session.js';
import {confirmed} from '../parts/confirm.js';
import {plural} from '../parts/count.js';
import {isIn} from './network.js';

const PAGE_SIZE = 100;
/** The maximum number of pages that are read to count a network's addresses. */
const MOST_PAGES = 20;
/** In the API, it stands for all addresses. */
const ALL = 'all';
/** The field for a network. */
export const NETWORK = 'ip_address';

/**
 * Asks for confirmation, then unblocks one address.
 *
 * @param {string} userId
 * @param {any} blocked
 */
export function unblockOne(userId, blocked) {
  return unblock(userId, blocked.ip, {
    title: `Unblock ${blocked.ip}?`,
    effect: async () => `${userId} can sign in from 1 more address. This also resets its failures: ${blocked.failure_count}.`,
  });
}

/**
 * Asks for confirmation, then unblocks the addresses of a network. Fails if the network is wrong, or nothing in it is blocked.
 *
 * @param {string} userId
 * @param {string} network
 */
export function unblockNetwork(userId, network) {
  if (network === ALL) {
    return unblockAll(userId);
  }
  return unblock(userId, network, {
    title: `Unblock all addresses in ${network}?`,
    effect: ifReadable(async () => {
      const {count, isAll} = await countIn(userId, network);
      return `This unblocks ${isAll ? '' : 'at least '}${addresses(count)}.`;
    }),
    send: args =>
      unblocked(args).catch(failure => {
        throw fieldProblem(failure, 'block-not-found', NETWORK);
      }),
    leaves: failure => isAbout(failure, [NETWORK]),
  });
}

/**
 * Asks for confirmation, then unblocks all addresses of a user.
 *
 * @param {string} userId
 */
export function unblockAll(userId) {
  return unblock(userId, ALL, {
    title: `Unblock all addresses of ${userId}?`,
    effect: ifReadable(async () => {
      const count = await countOf(userId);
      return `This unblocks ${addresses(count)}. It also resets the failures of addresses that are not blocked.`;
    }),
  });
}

/**
 * An effect for a key that may read blocked addresses. For other keys, the effect is unknown.
 *
 * @param {() => Promise<string>} effect
 */
function ifReadable(effect) {
  return session.allows(listBlockedIps)
    ? effect
    : async () => `This unblocks an unknown number of addresses (your key lacks ${listBlockedIps.scope}).`;
}

/**
 * @param {string} userId
 * @param {string} ip_address
 * @param {Pick<import('../parts/action-types.js').Action, 'title' | 'effect' | 'send' | 'leaves'>} question
 */
function unblock(userId, ip_address, question) {
  return confirmed({
    label: 'Unblock',
    operation: unblockIp,
    args: reason => ({path: {user_id: userId}, body: {ip_address}, reason}),
    send: unblocked,
    done: left =>
      `${ip_address === ALL ? 'All addresses are' : `${ip_address} is`} unblocked.` +
      (left === null ? '' : ` ${addresses(left)} still blocked.`),
    ...question,
  });
}

/**
 * Unblocks. The response has no numbers, so the addresses are counted before and after.
 *
 * @param {any} args
 * @returns {Promise<number | null>} how many are still blocked; null if that is unknown
 */
async function unblocked(args) {
  await session.call(unblockIp, args);
  return session.allows(listBlockedIps) ? countOf(args.path.user_id).catch(() => null) : null;
}

/**
 * The number of a user's blocked addresses.
 *
 * @param {string} userId
 * @returns {Promise<number>}
 */
async function countOf(userId) {
  const args = {path: {user_id: userId}, query: {size: 1}, headers: {Prefer: 'count=exact'}};
  return (await session.call(listBlockedIps, args)).total?.count ?? 0;
}

/**
 * The API has no count for a user's network, so this reads the pages of the list.
 *
 * @param {string} userId
 * @param {string} network
 */
async function countIn(userId, network) {
  /** @type {string | null} */
  let search = `?size=${PAGE_SIZE}`;
  /** @type {Set<string>} */
  const found = new Set();
  for (let page = 0; page < MOST_PAGES && search !== null; page += 1) {
    /** @type {import('../api/session.js').Result} */
    const {body, next} = await session.call(listBlockedIps, {path: {user_id: userId}, search});
    addressesOf(body).filter(address => isIn(address, network)).forEach(address => found.add(address));
    search = next;
  }
  return {count: found.size, isAll: search === null};
}

/**
 * @param {any[]} blocked
 * @returns {string[]}
 */
function addressesOf(blocked) {
  return blocked.map(({ip}) => ip);
}

/** @param {number} count */
function addresses(count) {
  return plural(count, 'address', 'addresses');
}
