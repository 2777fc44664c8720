import {countOf, toggled, withPage} from '../../../main/resources/web/app/parts/rows.js';
import {equal, test} from '../harness.js';

test('A row that moved to the next page appears once', () => {
  const key = row => row.id;
  equal(withPage([{id: 'a'}, {id: 'b'}], [{id: 'b'}, {id: 'c'}], key).map(key), ['a', 'b', 'c']);
  equal(withPage([{id: 'a'}], [{id: 'a'}], null).length, 2);
});

test('A key is added or removed, and the old set stays unchanged', () => {
  const before = new Set(['a']);
  equal([...toggled(before, 'b')], ['a', 'b']);
  equal([...toggled(before, 'a')], []);
  equal([...before], ['a']);
});

test('The count states only what is known', () => {
  equal(countOf(0, {count: 0, isExact: true}, false), '');
  equal(countOf(100, {count: 12345, isExact: true}, true), '100 of 12,345');
  equal(countOf(100, {count: 10000, isExact: false}, true), '100 of more than 10,000');
  equal(countOf(50, null, true), '50 shown');
  equal(countOf(7, null, false), '7 in all');
});
