/**
 * @typedef {Omit<import('./field.js').FieldOptions, 'value' | 'onInput'> & {value?: string | boolean}} Input value is the initial
 * value; a boolean means a check box
 *
 * @typedef {import('../api/requests.js').Arguments | import('../api/requests.js').Arguments[]} OneOrMore
 *
 * @typedef {object} Work of a running action
 * @property {() => boolean} isStopped whether the user wants it to stop after the running call
 * @property {(text: string, pause?: number) => void} report shows what is done so far, before each call; pause is the seconds before it
 *
 * @typedef {object} Action
 * @property {string} title a question
 * @property {unknown} [target] what the action is about, if neither the view's path nor the title identifies it. A draft is restored only
 * for the same one
 * @property {string} label of the button, such as "Revoke"
 * @property {unknown} [text] more information
 * @property {() => Promise<unknown>} [effect] returns the effect in numbers, usually from a dry run
 * @property {import('../api/operations.js').Operation} operation
 * @property {(values: any) => Input[]} [fields] additional fields; it gets the current values
 * @property {Promise<unknown>} [later] when it ends, the fields are shown again
 * @property {(reason: string, values: any) => OneOrMore} args values are those of the fields; more than one if `send` repeats the operation
 * @property {(result: any) => string} done the message about the result, with the numbers of the response;
 * empty if the view shows it
 * @property {(args: any, work: Work) => Promise<any>} [send] replaces the single call; it gets the result of `args`, and `done` gets its result
 * @property {boolean} [isStoppable] whether `send` makes several calls, and stops between two of them
 * @property {string} [waiting] a text while the action runs, for a call that can be long
 * @property {(failure: any) => boolean} [leaves] failures that the view shows itself: the dialog closes, and its promise fails
 * @property {string} [reason] the initial reason
 * @property {boolean} [isHarmless] whether it removes nothing
 * @property {string} [typed] text that the user must type first, for actions that cannot be undone
 *
 * @typedef {object} Outcome of a dialog
 * @property {any} result of the action; null if the user cancels
 * @property {boolean} mayHaveChanged whether the view must read its data again: also if the user cancels after some of several calls, after
 * a call whose outcome is unknown, or after the service did not find what the view shows
 */

export {};
