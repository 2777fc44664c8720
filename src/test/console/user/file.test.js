import {bytesText, fileName} from '../../../main/resources/web/app/user/file.js';
import {equal, test} from '../harness.js';

test('names a file as every file system allows', () => {
  equal(fileName('alice'), 'alice.json');
  equal(fileName('auth0|5f:7c~.8'), 'auth0_5f_7c_8.json');
});

test('says how large a file is', () => {
  equal([bytesText(0), bytesText(1234), bytesText(2_500_000)], ['0.0 kB', '1.2 kB', '2.5 MB']);
});
