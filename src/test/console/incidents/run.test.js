import {Run, numberOf, sumText} from '../../../main/resources/web/app/incidents/run.js';
import {equal, test} from '../harness.js';

/**
 * Answers pages of one session each; the page with the number `failing` fails once.
 *
 * @param {{pages: number, failing?: number, during?: (run: Run, page: number) => void}} options
 */
function started({pages, failing, during}) {
  /** @type {(string | undefined)[]} */
  const asked = [];
  let isBroken = true;
  const run = new Run(
    async next => {
      asked.push(next);
      const page = Number(next ?? 0) + 1;
      during?.(run, page);
      if (page === failing && isBroken) {
        isBroken = false;
        throw new Error('failed');
      }
      return {count: 1, users: 1, next: page < pages ? String(page) : undefined};
    },
    () => {},
  );
  return {run, asked};
}

test('A run continues to the last page and adds the counts', async () => {
  const {run, asked} = started({pages: 3});
  await run.start();

  equal([run.phase, run.sum], ['done', {count: 3, users: 3, pages: 3}]);
  equal(asked, [null, '1', '2']);
});

test('A run stops after the current page, and continues there', async () => {
  const {run, asked} = started({pages: 3, during: (each, page) => page === 2 && each.stop()});
  await run.start();
  equal([run.phase, run.sum.count, asked.length], ['stopped', 2, 2]);

  await run.start();
  equal([run.phase, run.sum.count, asked.at(-1)], ['done', 3, '2']);
});

test('After a stop during the last page, the run is done', async () => {
  const {run} = started({pages: 2, during: (each, page) => page === 2 && each.stop()});
  await run.start();

  equal(run.phase, 'done');
});

test('A failed page is not counted, and is repeated', async () => {
  const {run, asked} = started({pages: 3, failing: 2});
  await run.start();
  equal([run.phase, run.error.message, run.sum.count], ['failed', 'failed', 1]);

  await run.start();
  equal([run.phase, run.error, run.sum.count], ['done', null, 3]);
  equal(asked, [null, '1', '1', '2']);
});

/** @param {(run: Run, seconds: number, isStopped: () => boolean) => void} during */
function paused(during) {
  let calls = 0;
  /** @type {Run} */
  const run = new Run(
    async next => {
      calls += 1;
      if (calls === 2) {
        throw Object.assign(new Error('too many'), {status: 429, retryAfter: 7});
      }
      return {count: 1, users: 1, next: next ? undefined : '1'};
    },
    () => {},
    async (seconds, isStopped) => during(run, seconds, isStopped),
  );
  return run;
}

test('A run waits after too many requests, and repeats the call', async () => {
  /** @type {any[]} */
  const pauses = [];
  const run = paused((each, seconds, isStopped) => pauses.push(each.phase, each.paused, seconds, isStopped()));
  await run.start();

  equal([run.phase, run.sum.count, run.sum.pages, run.paused], ['done', 2, 2, 0]);
  equal(pauses, ['running', 7, 7, false]);
});

test('A stop ends the pause of a run', async () => {
  let wasStopped = false;
  const run = paused((each, _seconds, isStopped) => {
    each.stop();
    wasStopped = isStopped();
  });
  await run.start();
  equal([run.phase, run.sum.count, wasStopped], ['stopped', 1, true]);

  await run.start();
  equal([run.phase, run.sum.count], ['done', 2]);
});

test('Without a way to wait, a run fails after too many requests', async () => {
  const run = paused(() => {});
  run.pause = undefined;
  await run.start();

  equal([run.phase, run.error.status], ['failed', 429]);
});

test('A run is done if its first page is the last one', async () => {
  const {run, asked} = started({pages: 1});
  run.add({count: 5, users: 2});
  await run.rest();

  equal([run.phase, run.sum.count, asked.length], ['done', 5, 0]);
});

test('A number that may grow is a lower bound', () => {
  equal([numberOf(1, 'session'), numberOf(0, 'session'), numberOf(20, 'blocked address')], [
    '1 session',
    '0 sessions',
    '20 blocked addresses',
  ]);
  equal(numberOf(1, 'user', false), 'at least 1 users');
});

test('Users that several calls may have counted are omitted', () => {
  const session = {one: 'session', countsUsersOnce: true};
  const address = {one: 'blocked address', countsUsersOnce: false};
  equal(sumText(session, {count: 5, users: 2, pages: 3}), '5 sessions of 2 users');
  equal(sumText(address, {count: 5, users: 2, pages: 1}), '5 blocked addresses of 2 users');
  equal(sumText(address, {count: 5, users: 2, pages: 3}), '5 blocked addresses');
});
