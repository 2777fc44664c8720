import {html, nothing} from 'lit';
import {NO_RESPONSE} from '../parts/patience.js';
import {pauseText} from '../parts/pause.js';
import '../parts/problem.js';
import {numberOf, sumText} from './run.js';

/**
 * A started bulk action, and its progress.
 *
 * @typedef {{
 *   run: import('./run.js').Run,
 *   action: import('./actions.js').Bulk,
 *   words: string[],
 *   expected: number | null,
 * }} Started expected is the count of the dry run, if it finished
 *
 * @typedef {{stop: () => void, resume: () => void, dismiss: () => void}} Choices
 */

/**
 * @param {Started} started
 * @param {import('../parts/patience.js').Patience} patience for the running call
 * @param {Choices} choices
 */
export function renderProgress({run, action, words, expected}, patience, choices) {
  const isSlow = run.isActive && run.paused === 0 && patience.isOver;
  return html`<section class="card stack" aria-labelledby="progress">
    <h2 id="progress" tabindex="-1">${action.title}: ${titles[run.phase]}</h2>
    <p class="small muted value">${words.join(' · ')}</p>
    <progress
      aria-label="Progress"
      max=${Math.max(expected ?? 0, run.sum.count, 1)}
      .value=${run.phase === 'done' ? Math.max(expected ?? 0, run.sum.count, 1) : run.sum.count}
    ></progress>
    <p role="status">${statusOf(run, action, expected)}${isSlow ? ` ${NO_RESPONSE}` : nothing}</p>
    ${run.error ? html`<ua-problem retryable label="Resume" .error=${run.error} @retry=${choices.resume}></ua-problem>` : nothing}
    <div class="row">${run.isActive ? renderStop(run, isSlow ? patience : null, choices) : renderChoices(run, choices)}</div>
  </section>`;
}

/** @type {Readonly<Record<import('./run.js').Phase, string>>} */
const titles = {running: 'running', stopping: 'stopping', stopped: 'stopped', failed: 'failed', done: 'done'};

/**
 * A text with exactly what is known to be done.
 *
 * @param {import('./run.js').Run} run
 * @param {import('./actions.js').Bulk} action
 * @param {number | null} expected
 */
export function statusOf({phase, sum, paused}, action, expected) {
  const done = `${sumText(action, sum)} ${action.done} in ${numberOf(sum.pages, 'call')}`;
  switch (phase) {
    case 'running':
      if (paused > 0) {
        return `${done} so far. ${pauseText(paused)}`;
      }
      return expected === null ? `${done} so far.` : `${done} so far; the dry run counted ${expected.toLocaleString('en')}.`;
    case 'stopping':
      return `${done} so far. It stops when the current call is answered.`;
    case 'stopped':
      return `${done}. The rest is as it was.`;
    case 'failed':
      return `${done}. One more call failed; what it did or still does is not counted. Resume repeats it: nothing is lost or done twice.`;
    default:
      return `${done}. That was all; what came to match meanwhile may remain.`;
  }
}

/**
 * @param {import('./run.js').Run} run
 * @param {import('../parts/patience.js').Patience | null} slow for the running call, if the user may stop waiting for it
 * @param {Choices} choices
 */
function renderStop(run, slow, {stop}) {
  return html`<button
    type="button"
    class="danger"
    id="stop"
    ?disabled=${run.phase === 'stopping' && !slow}
    @click=${() => (slow ? slow.stopWaiting() : stop())}
  >
    ${slow ? 'Stop waiting' : 'Stop'}
  </button>`;
}

/**
 * @param {import('./run.js').Run} run
 * @param {Choices} choices
 */
function renderChoices(run, {resume, dismiss}) {
  return html`
    ${run.phase === 'stopped' ? html`<button type="button" class="primary" @click=${resume}>Resume</button>` : nothing}
    <button type="button" @click=${dismiss}>Close</button>
  `;
}
