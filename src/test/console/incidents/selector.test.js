import {bodyOf, kindOf, lines, words} from '../../../main/resources/web/app/incidents/selector.js';
import {equal, test} from '../harness.js';

const query = (/** @type {Record<string, string>} */ entries) => new URLSearchParams(entries);

test('All conditions in the URL are in the body', () => {
  const entries = {
    client_id: ' portal ',
    ip_address: '203.0.113.0/24',
    initiated_before: '1767225600',
    group_id: 'contractors',
    user_ids: 'u1\nu2\r\n\n u1 ',
    except_user_ids: 'u3',
  };

  equal(bodyOf('revoke', query(entries)), {
    client_id: 'portal',
    ip_address: '203.0.113.0/24',
    initiated_before: 1767225600,
    group_id: 'contractors',
    user_ids: ['u1', 'u2'],
    except_user_ids: ['u3'],
  });
});

test('Nothing, blanks and an exception alone select nothing', () => {
  for (const entries of [{}, {client_id: ''}, {client_id: '  '}, {user_ids: '\n \n'}, {except_user_ids: 'u1'}, {other: 'x'}]) {
    equal(bodyOf('revoke', query(entries)), null);
  }
});

test('An invalid time is sent unchanged, so that the service refuses it', () => {
  equal(bodyOf('revoke', query({client_id: 'a', initiated_before: 'yesterday'})), {client_id: 'a', initiated_before: 'yesterday'});
});

test('A time that is only partly typed selects nothing, because the selection would be larger without it', () => {
  equal(bodyOf('revoke', query({client_id: 'a', initiated_before: 'incomplete'})), null);
});

test('Unblocking takes an address only', () => {
  equal(bodyOf('unblock', query({client_id: 'a', ip_address: '::/0'})), {ip_address: '::/0'});
  equal(bodyOf('unblock', query({client_id: 'a'})), null);
});

test('The URL names the action', () => {
  equal([kindOf(query({})), kindOf(query({action: 'unblock'})), kindOf(query({action: 'x'}))], ['revoke', 'unblock', 'revoke']);
});

test('A selection is shown as text', () => {
  const body = {client_id: 'portal', initiated_before: 1767225600, user_ids: ['a', 'b', 'c', 'd']};

  equal(words('revoke', body), ['Client: portal', 'Started before: 2026-01-01T00:00:00Z', 'Users: a, b, c and 1 more']);
});

test('Lines are trimmed and unique', () => {
  equal(lines(' a \n\nb\ra'), ['a', 'b']);
});
