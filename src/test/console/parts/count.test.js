import {totalText} from '../../../main/resources/web/app/parts/count.js';
import {equal, test} from '../harness.js';

test('counts with nouns', () => {
  equal(totalText({count: 1, isExact: true}, 'session'), '1 session');
  equal(totalText({count: 0, isExact: true}, 'session'), '0 sessions');
  equal(totalText({count: 100, isExact: false}, 'address', 'addresses'), 'more than 100 addresses');
});
