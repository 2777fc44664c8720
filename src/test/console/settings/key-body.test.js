import {AT_DATE, NEVER, bodyOf, emptyKey, missing} from '../../../main/resources/web/app/settings/key-body.js';
import {equal, test} from '../harness.js';

const entered = (/** @type {Partial<import('../../../main/resources/web/app/settings/key-body.js').Entered>} */ change) => ({
  ...emptyKey(),
  name: ' portal ',
  scopes: new Set(['users:read']),
  ...change,
});

test('A key ends after 90 days unless something else is chosen', () => {
  equal(bodyOf(entered({})), {name: 'portal', scopes: ['users:read'], ttl: 7_776_000});
  equal(bodyOf(entered({lifetime: NEVER})), {name: 'portal', scopes: ['users:read']});
  equal(bodyOf(entered({lifetime: AT_DATE, expiresAt: 5})), {name: 'portal', scopes: ['users:read'], expires_at: 5});
});

test('Rate and burst are left out where nothing is entered', () => {
  equal(bodyOf(entered({lifetime: NEVER, rate: ' 100 ', unit: 'min', burst: '200'})), {
    name: 'portal',
    scopes: ['users:read'],
    rate: '100/min',
    burst: 200,
  });
});

test('What is no number is left to the service', () => {
  equal(bodyOf(entered({lifetime: NEVER, rate: 'x', burst: 'many'})), {
    name: 'portal',
    scopes: ['users:read'],
    rate: 'x/s',
    burst: 'many',
  });
});

test('What is missing is named', () => {
  equal(missing(emptyKey()), ['a name', 'a scope']);
  equal(missing(entered({lifetime: AT_DATE})), ['a date']);
  equal(missing(entered({})), []);
});
