import {byDay, changedTexts, factsOf} from '../../../main/resources/web/app/history/entry.js';
import {equal, test} from '../harness.js';

test('shows pointers as text', () => {
  equal(changedTexts(['/claims/name', '/a~1b/c~0d']), ['claims › name', 'a/b › c~d']);
  equal(changedTexts(['']), ['more than 100 members']);
  equal(changedTexts(undefined), undefined);
});

test('shows invisible characters, and isolates each member', () => {
  equal(factsOf({changed: ['/a\u202eb', '/c']}), [['Changed', '\u2068a\\u202eb\u2069, \u2068c\u2069']]);
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
