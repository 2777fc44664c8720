import {now, setClock} from '../../../main/resources/web/app/api/clock.js';
import {equal, test} from '../harness.js';

const DATE = 'Thu, 01 Jan 2026 12:00:00 GMT';
const TRUE = Date.parse(DATE);
const HOUR = 3_600_000;

test('a right clock stays as it is', () => {
  setClock(DATE, TRUE + 400, TRUE + 600);

  equal(now(TRUE), TRUE / 1000);
});

test('a wrong clock is corrected, and follows when it is set', () => {
  for (const wrong of [HOUR, -HOUR, 0]) {
    setClock(DATE, TRUE + wrong + 400, TRUE + wrong + 600);

    equal(Math.abs(now(TRUE + wrong) - TRUE / 1000) <= 1, true);
  }
});

test('a slow response and one without a date change nothing that is known', () => {
  setClock(DATE, TRUE + HOUR + 400, TRUE + HOUR + 600);
  const known = now(TRUE);

  setClock(DATE, TRUE + HOUR - 20_000, TRUE + 2 * HOUR);
  setClock(null, TRUE, TRUE);
  setClock('soon', TRUE, TRUE);

  equal(now(TRUE), known);
});
