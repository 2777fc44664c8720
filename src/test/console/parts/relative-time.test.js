import {inLargestUnit} from '../../../main/resources/web/app/parts/relative-time.js';
import {equal, test} from '../harness.js';

test('A moment is shown in the largest unit that fits', () => {
  equal([0, -1, 59, -60, 3_599, 3_600, -86_400, 2_592_000, -31_536_000].map(inLargestUnit), [
    [0, 'second'],
    [-1, 'second'],
    [59, 'second'],
    [-1, 'minute'],
    [59, 'minute'],
    [1, 'hour'],
    [-1, 'day'],
    [1, 'month'],
    [-1, 'year'],
  ]);
});
