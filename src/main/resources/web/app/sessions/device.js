import UAParser from 'ua-parser-js';

const KINDS = /** @type {Record<string, string>} */ ({mobile: 'phone', smarttv: 'TV', xr: 'headset'});

/**
 * What a user agent says about itself. It may lie.
 *
 * @param {string | undefined} userAgent
 * @returns {{browser: string, system: string, kind: string}} empty where it is not known
 */
export function deviceOf(userAgent) {
  const {browser, os, device} = new UAParser(userAgent ?? '').getResult();
  return {
    browser: joined(browser.name, browser.version?.split('.')[0]),
    system: joined(os.name, os.version),
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
