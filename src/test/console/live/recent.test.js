import {Rate} from '../../../main/resources/web/app/live/rate.js';
import {Recent} from '../../../main/resources/web/app/live/recent.js';
import {summaryOf} from '../../../main/resources/web/app/live/summary.js';
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
  equal(summaryOf({data: {session_id: 's', selector: 'client_id=web', key: {key_id: 'k', name: 'Support'}}}), 'session_id s, selector client_id=web, by Support');
  equal(summaryOf({data: {changed: ['', '/a'], operator: true}}), 'changed more than 100 members, a, by the operator');
  equal(summaryOf({}), '');
});
