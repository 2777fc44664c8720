import {AT_DATE, NEVER, bodyOf, emptyKey, missing} from '../../../main/resources/web/app/settings/key-body.js';
import {equal, test} from '../harness.js';

const entered = (/** @type {Partial<import('../../../main/resources/web/app/settings/key-body.js').Entered>} */ change) => ({
  ...emptyKey(),
  name: ' portal ',
  scopes: new Set(['users:read']),
  ...change,
});

test('A key expires after 90 days by default', () => {
  equal(bodyOf(entered({})), {name: 'portal', scopes: ['users:read'], ttl: 7_776_000});
  equal(bodyOf(entered({lifetime: NEVER})), {name: 'portal', scopes: ['users:read']});
  equal(bodyOf(entered({lifetime: AT_DATE, expiresAt: 5})), {name: 'portal', scopes: ['users:read'], expires_at: 5});
});

test('Empty rate and burst are omitted', () => {
  equal(bodyOf(entered({lifetime: NEVER, rate: ' 100 ', unit: 'min', burst: '200'})), {
    name: 'portal',
    scopes: ['users:read'],
    rate: '100/min',
    burst: 200,
  });
});

test('An invalid number is sent unchanged, so that the service refuses it', () => {
  equal(bodyOf(entered({lifetime: NEVER, rate: 'x', burst: 'many'})), {
    name: 'portal',
    scopes: ['users:read'],
    rate: 'x/s',
    burst: 'many',
  });
});

test('Missing input is named', () => {
  equal(missing(emptyKey()), ['a name', 'a scope']);
  equal(missing(entered({lifetime: AT_DATE})), ['a date']);
  equal(missing(entered({})), []);
});
