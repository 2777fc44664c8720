import {nameOf, trimmed, visible} from '../../../main/resources/web/app/parts/invisible.js';
import {equal, test} from '../harness.js';

test('An identifier has nothing invisible around it', () => {
  equal(trimmed('\u202d+358401234567\u202c'), '+358401234567');
  equal(trimmed('\u200b alice@example.org\u00a0\u2069\n'), 'alice@example.org');
  equal(trimmed('a \u200db'), 'a \u200db');
  equal(trimmed(' \ufeff '), '');
});

test('Invisible characters are escaped', () => {
  equal(visible('a\u202eb\u200b'), 'a\\u202eb\\u200b');
});

test('A name of which nothing is visible is none', () => {
  equal(nameOf('Aino', 'u1'), 'Aino');
  equal([nameOf(undefined, 'u1'), nameOf('', 'u1'), nameOf(' \u200b', ' ', 'u1')], ['u1', 'u1', 'u1']);
});
