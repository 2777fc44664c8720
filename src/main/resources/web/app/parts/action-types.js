/**
 * @typedef {Omit<import('./field.js').FieldOptions, 'value' | 'onInput'> & {value?: string | boolean}} Input value is what the field
 * has at first; a check box if it is a boolean
 *
 * @typedef {import('../api/requests.js').Arguments | import('../api/requests.js').Arguments[]} OneOrMore
 *
 * @typedef {object} Action
 * @property {string} title a question
 * @property {string} label of the button, such as "Revoke"
 * @property {unknown} [text] what else is to know
 * @property {() => Promise<unknown>} [effect] states the effect in numbers, usually by a dry run
 * @property {import('../api/operations.js').Operation} operation
 * @property {(values: any) => Input[]} [fields] what else to enter; it gets what is entered now
 * @property {(reason: string, values: any) => OneOrMore} args values are those of the fields; more than one if `send` repeats the operation
 * @property {(result: any) => string} done what happened, with the numbers of the response
 * @property {(args: any) => Promise<any>} [send] instead of one call; it gets what `args` gave, and its result goes to `done`
 * @property {(failure: any) => boolean} [leaves] failures that the view shows itself: the dialog closes, and its promise fails
 * @property {string} [reason] what the reason is at first
 * @property {boolean} [isHarmless] whether it takes nothing away
 * @property {string} [typed] what the user must type first, for what cannot be undone
 */

export {};
