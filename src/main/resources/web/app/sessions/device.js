import UAParser from 'ua-parser-js';

const KINDS = /** @type {Record<string, string>} */ ({mobile: 'phone', smarttv: 'TV', xr: 'headset'});

/** Browsers send these for all versions of the system. */
const FROZEN = /** @type {Record<string, string>} */ ({'Windows 10': 'Windows', 'Mac OS 10.15.7': 'macOS'});

/**
 * A device. Unknown parts are empty.
 *
 * @typedef {{browser: string, system: string, kind: string}} Device
 */

/** Many sessions share few user agents, and parsing is slow. @type {Map<string, Device>} */
const known = new Map();
const MOST_KNOWN = 1000;

/**
 * The device according to the User-Agent header, which may be wrong.
 *
 * @param {string | undefined} userAgent
 * @returns {Device}
 */
export function deviceOf(userAgent = '') {
  const device = known.get(userAgent) ?? parsed(userAgent);
  if (known.size < MOST_KNOWN) {
    known.set(userAgent, device);
  }
  return device;
}

/**
 * @param {string} userAgent
 * @returns {Device}
 */
function parsed(userAgent) {
  const {browser, os, device} = new UAParser(userAgent).getResult();
  const system = joined(os.name, os.version);
  return {
    browser: joined(browser.name, browser.version?.split('.')[0]),
    system: FROZEN[system] ?? system,
    kind: KINDS[device.type ?? ''] ?? device.type ?? '',
  };
}

/**
 * A short name of a device, such as "Chrome 138 on Android 15".
 *
 * @param {string | undefined} userAgent
 */
export function deviceName(userAgent) {
  const {browser, system, kind} = deviceOf(userAgent);
  return [browser, system].filter(Boolean).join(' on ') || kind || (userAgent ? 'Unknown device' : '–');
}

/** @param {(string | undefined)[]} parts */
function joined(...parts) {
  return parts.filter(Boolean).join(' ');
}
