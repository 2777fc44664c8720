import {groupOptions, listQuery} from '../../../main/resources/web/app/users/search.js';
import {equal, test} from '../harness.js';

/** @param {Record<string, string>} query */
const identityOf = query => {
  const {authenticator, provider_user_id} = listQuery(new URLSearchParams(query));
  return [authenticator, provider_user_id];
};

test('An identity has its authenticator before the first colon', () => {
  equal(identityOf({identity: 'google:104211'}), ['google', '104211']);
  equal(identityOf({identity: 'google:a:b'}), ['google', 'a:b']);
  equal(identityOf({identity: '104211'}), [null, '104211']);
  equal(identityOf({identity: ':104211'}), [null, '104211']);
  equal(identityOf({}), [null, null]);
});

test('Empty filters are omitted', () => {
  equal(listQuery(new URLSearchParams({email: 'a@b.c', sort: 'user_id:1'})), {
    username: null,
    email: 'a@b.c',
    phone: null,
    authenticator: null,
    provider_user_id: null,
    group_id: null,
    sort: 'user_id:1',
  });
});

test('The selected group is an option, loaded or not', () => {
  const groups = [{group_id: 'staff', name: 'Staff'}];
  const values = (/** @type {string} */ chosen) => groupOptions(groups, chosen).map(option => option.value);

  equal(values(''), ['', 'staff']);
  equal(values('staff'), ['', 'staff']);
  equal(values('other'), ['', 'staff', 'other']);
  equal(groupOptions([{group_id: 'staff', name: ' '}], '')[1].label, 'staff');
});
