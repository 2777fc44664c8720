import {countText} from '../../../main/resources/web/app/parts/count.js';
import {equal, test} from '../harness.js';

test('counts in words', () => {
  equal(countText({count: 1, isExact: true}, 'session'), '1 session');
  equal(countText({count: 0, isExact: true}, 'session'), '0 sessions');
  equal(countText({count: 100, isExact: false}, 'address', 'addresses'), 'more than 100 addresses');
});
