import {html} from 'lit';
import {now} from '../api/clock.js';
import {field} from '../parts/field.js';
import {fromLocal} from '../parts/local-time.js';
import {timeField} from '../parts/time-field.js';
import {INCOMPLETE, conditions} from './selector.js';

/**
 * The fields of a selection.
 *
 * @param {import('./selector.js').Kind} kind
 * @param {URLSearchParams} values
 * @param {unknown} error
 * @param {(name: string, value: string) => void} enter
 */
export function renderConditions(kind, values, error, enter) {
  return conditions[kind].map(condition =>
    condition.type === 'time'
      ? renderTime(condition, values, error, enter)
      : field({
          ...condition,
          type: 'text',
          multiline: condition.type === 'list',
          value: values.get(condition.name) ?? '',
          error,
          onInput: value => enter(condition.name, value),
        }),
  );
}

/**
 * @param {import('./selector.js').Condition} condition
 * @param {URLSearchParams} values
 * @param {unknown} error
 * @param {(name: string, value: string) => void} enter
 */
function renderTime({name, label, hint}, values, error, enter) {
  const text = values.get(name);
  /** Browsers fire no `input` while a time is only partly typed. */
  const typed = (/** @type {Event} */ {type: event, target}) => {
    const {type, value, validity} = /** @type {HTMLInputElement} */ (target);
    if (type === 'datetime-local' && (event === 'input' || validity.badInput !== (text === INCOMPLETE))) {
      enter(name, validity.badInput ? INCOMPLETE : valueOf(value));
    }
  };
  return html`<div class="stack-close" @input=${typed} @keyup=${typed}>
    ${timeField({name, label, hint, seconds: text ? Number(text) : null, error})}
    <div>
      <button type="button" class="quiet" @click=${() => enter(name, String(Math.floor(now())))}>Started before now</button>
    </div>
  </div>`;
}

/** @param {string} local the value of the field */
function valueOf(local) {
  return String(fromLocal(local) ?? '');
}
