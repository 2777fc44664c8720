import {deviceName, deviceOf} from '../../../main/resources/web/app/sessions/device.js';
import {equal, test} from '../harness.js';

const CHROME = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';
const SAFARI = 'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const LINUX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const TV = 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/8.0 TV Safari/537.36';

test('A user agent names browser, system and kind of the device', () => {
  equal(deviceOf(CHROME), {browser: 'Chrome 138', system: 'Android 15', kind: 'phone'});
  equal(deviceOf(SAFARI), {browser: 'Mobile Safari 18', system: 'iOS 18.5', kind: 'tablet'});
  equal(deviceOf(TV), {browser: 'Safari 8', system: 'Tizen 8.0', kind: 'TV'});
});

test('A device has a short name', () => {
  equal([CHROME, LINUX].map(deviceName), ['Chrome 138 on Android 15', 'Firefox 140 on Ubuntu']);
  equal(deviceName('Chrome/138'), 'Chrome 138');
});

test('A version that browsers send for all systems is not shown', () => {
  equal([EDGE, MAC].map(deviceName), ['Edge 138 on Windows', 'Safari 18 on macOS']);
});

test('A user agent can be anything', () => {
  const odd = ['okhttp/4.12.0', 'Mozilla/5.0', ' ', 'x'.repeat(10_000), '<img src=x onerror=alert(1)>', '\u202eabc', '(((((', '\0'];
  equal(odd.map(deviceName), odd.map(() => 'Unknown device'));
  equal([undefined, ''].map(deviceName), ['–', '–']);
});
