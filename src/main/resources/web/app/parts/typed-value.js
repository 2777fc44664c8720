import {noChange} from 'lit';
import {Directive, directive} from 'lit/directive.js';

class TypedValue extends Directive {
  /** @param {string} value */
  render(value) {
    return value;
  }

  /**
   * @param {any} part
   * @param {[string]} values
   */
  update(part, [value]) {
    return value === '' && part.element.validity.badInput ? noChange : value;
  }
}

/**
 * The value of a field. While a date is only partly typed, the browser says that the field is empty. To set that would delete the typed
 * parts.
 */
export const typedValue = directive(TypedValue);
