import {Rate} from '../../../main/resources/web/app/live/rate.js';
import {Recent} from '../../../main/resources/web/app/live/recent.js';
import {authorOf, factsOf} from '../../../main/resources/web/app/live/summary.js';
import {equal, test} from '../harness.js';

const ids = (...names) => names.map(id => ({id}));

test('The newest events are kept, each once, newest first', () => {
  const recent = new Recent(3);
  equal(recent.add(ids('a', 'b')), 2);
  equal(recent.add(ids('b', 'c', 'd', 'd')), 2);
  equal(recent.events.map(event => event.id), ['d', 'c', 'b']);
  equal(recent.ids.size, 3);
});

test('With too many events, the newest are kept', () => {
  const recent = new Recent(2);
  recent.add(ids('a', 'b', 'c'));
  equal(recent.events.map(event => event.id), ['c', 'b']);
});

test('Events are counted in the second in which they arrive', () => {
  const rate = new Rate(3);
  rate.add(5, 10);
  rate.add(1, 10);
  rate.add(2, 12);
  equal(rate.until(12), [6, 0, 2]);
  equal(rate.until(13), [0, 2, 0]);
  equal(rate.until(1000), [0, 0, 0]);
});

test('A clock that goes back loses no events', () => {
  const rate = new Rate(2);
  rate.add(1, 10);
  rate.add(1, 9);
  equal(rate.until(10), [0, 2]);
});

test('A summary names what changed and who did it', () => {
  const revoked = {data: {session_id: 's', selector: 'client_id=web', key: {key_id: 'k', name: 'Support'}}};
  equal(factsOf(revoked), [
    {label: 'session_id', values: ['s']},
    {label: 'selector', values: ['client_id=web']},
  ]);
  equal(authorOf(revoked), {label: 'by', value: 'Support'});
  const changed = {data: {changed: ['', '/a'], operator: true}};
  equal(factsOf(changed), [{label: 'changed', values: ['more than 100 members', 'a']}]);
  equal(authorOf(changed), {label: 'by the operator'});
  equal(authorOf({data: {key: {key_id: 'k', name: ' '}}}), {label: 'by', value: 'k'});
  equal([factsOf({}), authorOf({})], [[], null]);
});

test('A value in a summary cannot look like the text around it', () => {
  const event = {data: {changed: ['/theme, by Support', '/\u202eb'], key: {key_id: 'the operator\u202e'}}};
  equal(factsOf(event), [{label: 'changed', values: ['theme, by Support', '\\u202eb']}]);
  equal(authorOf(event), {label: 'by', value: 'the operator\\u202e'});
});
