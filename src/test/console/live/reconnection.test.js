import {reactionTo} from '../../../main/resources/web/app/live/reconnection.js';
import {equal, test} from '../harness.js';

const failure = (status, more = {}) => ({status, problem: {}, retryAfter: null, ...more});

test('A lost connection is retried with increasing, bounded pauses', () => {
  equal([0, 1, 2, 3, 4, 5, 60].map(attempt => reactionTo(failure(0), attempt, 1).seconds), [1, 2, 4, 8, 16, 30, 30]);
  equal(reactionTo(failure(0), 60, 0).seconds, 15);
  equal(reactionTo(null, 0, 0), {kind: 'wait', seconds: 1});
});

test('The service says when to return', () => {
  equal(reactionTo(failure(429, {retryAfter: 42}), 0, 0.5), {kind: 'wait', seconds: 42});
  equal(reactionTo(failure(503, {retryAfter: 1}), 5, 1), {kind: 'wait', seconds: 30});
});

test('A permanent error stops it', () => {
  equal([400, 401, 403, 404, 422].map(status => reactionTo(failure(status), 0, 1).kind), new Array(5).fill('stop'));
  equal([408, 429, 500, 502, 503].map(status => reactionTo(failure(status), 0, 1).kind), new Array(5).fill('wait'));
});

test('After an expired cursor, it continues at the cursor of the service', () => {
  equal(reactionTo(failure(410, {problem: {cursor: 'c-1-2'}}), 3, 1), {kind: 'skip', cursor: 'c-1-2'});
  equal(reactionTo(failure(410), 0, 1), {kind: 'stop'});
});
