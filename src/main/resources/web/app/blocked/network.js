/** The first bits of an IPv4-mapped IPv6 address. */
const MAPPED = '0'.repeat(80) + '1'.repeat(16);

/**
 * Whether an address is in a network, or equal to a single address. Nothing is in a network that the service refuses. IPv4-mapped
 * IPv6 addresses count as IPv4, as in the service.
 *
 * @param {string} address
 * @param {string} network such as "203.0.113.0/24" or "2001:db8::1"
 */
export function isIn(address, network) {
  const [, base = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network.trim()) ?? [];
  const [one, other] = [bitsOf(address), bitsOf(base)];
  if (one === null || other === null || one.startsWith(MAPPED) !== other.startsWith(MAPPED)) {
    return false;
  }
  const length = prefix === undefined ? one.length : Number(prefix) + (base.includes(':') ? 0 : MAPPED.length);
  return length <= one.length && !other.slice(length).includes('1') && one.startsWith(other.slice(0, length));
}

/**
 * The 128 bits of an address as text, or null if it is none.
 *
 * @param {string} address
 * @returns {string | null}
 */
function bitsOf(address) {
  return address.includes(':') ? bitsOf6(address) : bitsOf4(address);
}

/** @param {string} address */
function bitsOf4(address) {
  const bytes = address.split('.');
  const isValid = bytes.length === 4 && bytes.every(byte => /^(0|[1-9]\d{0,2})$/.test(byte) && Number(byte) < 256);
  return isValid ? MAPPED + bytes.map(byte => binary(Number(byte), 8)).join('') : null;
}

/** @param {string} address */
function bitsOf6(address) {
  const [head, tail, ...more] = address.split('::').map(groupsOf);
  const given = head.length + (tail?.length ?? 0);
  if (more.length > 0 || given > 8 || (tail === undefined && given < 8)) {
    return null;
  }
  const groups = [...head, ...Array(8 - given).fill('0'), ...(tail ?? [])];
  const isValid = groups.every(group => /^[0-9a-f]{1,4}$/i.test(group));
  return isValid ? groups.map(group => binary(parseInt(group, 16), 16)).join('') : null;
}

/** @param {string} text a part of an IPv6 address; its end may be an IPv4 address */
function groupsOf(text) {
  const hex = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes) => {
    const [a, b, c, d] = bytes.map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  return hex === '' ? [] : hex.split(':');
}

/**
 * @param {number} value
 * @param {number} length
 */
function binary(value, length) {
  return value.toString(2).padStart(length, '0');
}
