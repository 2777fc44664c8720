import {acceptsKeyOfLink} from '../../../main/resources/web/app/frame/key-of-link.js';
import {equal, test} from '../harness.js';

test('Only a console on this computer accepts the key of a link', () => {
  for (const hostname of ['localhost', 'console.localhost', '127.0.0.1', '[::1]']) {
    equal([hostname, acceptsKeyOfLink(hostname)], [hostname, true]);
  }
  for (const hostname of ['console.example', 'notlocalhost', 'localhost.example', '127.0.0.1.example', '127a0b0c1', '[::2]', '']) {
    equal([hostname, acceptsKeyOfLink(hostname)], [hostname, false]);
  }
});
