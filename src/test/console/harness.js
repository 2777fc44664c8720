/** @type {{name: string, run: () => unknown}[]} */
const tests = [];
globalThis.tests = tests;

/**
 * Registers a test, which JUnit runs (ConsoleLogicTest).
 *
 * @param {string} name a sentence
 * @param {() => unknown} run throws, or gives a promise that fails, if the test fails
 */
export function test(name, run) {
  tests.push({name, run});
}

/**
 * @param {unknown} actual
 * @param {unknown} expected compared as JSON
 */
export function equal(actual, expected) {
  const [found, wanted] = [actual, expected].map(value => JSON.stringify(value, null, 1) ?? 'undefined');
  if (found !== wanted) {
    throw new Error(`expected ${wanted} but was ${found}`);
  }
}
