import {html, nothing} from 'lit';
import {check, field} from './field.js';

/**
 * @typedef {import('./action-types.js').Input} Input
 * @typedef {Record<string, string | boolean>} Values
 */

/** With more inputs than this, they are side by side. */
const MANY_INPUTS = 5;

/**
 * The additional fields of an action.
 *
 * @param {Input[]} inputs
 * @param {Values} values
 * @param {unknown} error
 * @param {(values: Values) => void} change
 */
export function renderInputs(inputs, values, error, change) {
  return inputs.length === 0
    ? nothing
    : html`<div class=${inputs.length > MANY_INPUTS ? 'grid' : 'stack'}>
        ${inputs.map(input => {
          const value = values[input.name];
          const onInput = (/** @type {string | boolean} */ entered) => change({...values, [input.name]: entered});
          return typeof value === 'boolean' ? check({...input, value, onInput}) : field({...input, value, onInput, error});
        })}
      </div>`;
}
