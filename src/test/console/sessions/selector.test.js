import {described, selectorOf, suggestions} from '../../../main/resources/web/app/sessions/selector.js';
import {equal, test} from '../harness.js';

test('A selector has the selected values, or selects all', () => {
  equal(selectorOf('client_id', ' web '), {client_id: 'web'});
  equal(selectorOf('ip_address', '203.0.113.0/24'), {ip_address: '203.0.113.0/24'});
  equal(selectorOf(null, 'web'), {});
});

test('The question names the selection', () => {
  equal([{client_id: 'web'}, {ip_address: '::1'}, {except: ['s']}, {}].map(described), [
    'all sessions with the client \u2068web\u2069',
    'all sessions last seen at \u2068::1\u2069',
    'all sessions but this one',
    'all sessions',
  ]);
});

test('Suggestions are the values of the loaded sessions, each once', () => {
  const sessions = [
    {client_ids: ['web', 'app'], last_metadata: {ip_address: '203.0.113.7'}},
    {client_ids: ['web'], last_metadata: {}},
  ];
  equal(suggestions(sessions), {client_id: ['app', 'web'], ip_address: ['203.0.113.7']});
});
