import {byDay, changedText, factsOf} from '../../../main/resources/web/app/history/entry.js';
import {equal, test} from '../harness.js';

test('shows pointers as text', () => {
  equal(changedText(['/claims/name', '/a~1b/c~0d']), 'claims › name, a/b › c~d');
  equal(changedText(['']), 'more than 100 members');
  equal(changedText(undefined), undefined);
});

test('shows only the facts that an entry has', () => {
  equal(factsOf({session_id: 's1', selector: 'session_id'}), [
    ['Session', 's1'],
    ['Selected by', 'session_id'],
  ]);
});

test('puts entries of one day together and keeps their order', () => {
  const entries = [3, 2, 1].map(time => ({time}));
  equal(byDay(entries, seconds => (seconds > 1 ? 'Tuesday' : 'Monday')), [
    {day: 'Tuesday', entries: [{time: 3}, {time: 2}]},
    {day: 'Monday', entries: [{time: 1}]},
  ]);
  equal(byDay([], () => ''), []);
});
