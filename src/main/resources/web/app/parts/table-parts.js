import {css, html, nothing} from 'lit';

/**
 * @template Row
 * @typedef {{label: string, sort?: string, number?: boolean, isFixed?: boolean, render: (row: Row) => unknown}} Column sort is the key in the
 * API; on a wide screen, a fixed column stays visible when the table scrolls
 */

/** The style of a table. */
export const tableStyle = css`
  :host {
    display: block;
  }

  th button.quiet {
    min-height: 24px;
    color: inherit;
    font-weight: 600;
  }

  th[aria-sort] button.quiet {
    color: var(--color-accent);
  }

  @media (min-width: 60rem) {
    .fixed {
      position: sticky;
      inset-inline-end: 0;
      background: var(--color-surface);
      box-shadow: -0.5rem 0 0.5rem -0.5rem var(--color-border);
    }
  }

  /* Where the table continues outside a narrow screen, there is a shadow. The first two layers move with the table and cover it. */
  @media (max-width: 40rem) {
    .scroll {
      background:
        linear-gradient(to right, var(--color-surface) 50%, transparent) left / 3rem 100% no-repeat local,
        linear-gradient(to left, var(--color-surface) 50%, transparent) right / 3rem 100% no-repeat local,
        linear-gradient(to right, var(--color-border), transparent) left / 1rem 100% no-repeat,
        linear-gradient(to left, var(--color-border), transparent) right / 1rem 100% no-repeat;
    }
  }

  /* A larger target for a finger, without a larger table. */
  .pick {
    display: inline-block;
    padding: var(--space-2);
    margin: calc(-1 * var(--space-2));
  }

  .foot {
    padding-block-start: var(--space-3);
  }
`;

/**
 * Keeps the height of a table until all its pages are loaded again, so that the page does not scroll. Browsers would scroll it with what
 * follows the rows.
 *
 * @param {import('lit').LitElement} table
 * @param {() => Promise<void>} load
 */
export async function keepHeight(table, load) {
  Object.assign(table.style, {minHeight: `${table.offsetHeight}px`, overflowAnchor: 'none'});
  await load();
  await table.updateComplete;
  Object.assign(table.style, {minHeight: '', overflowAnchor: ''});
}

const LOOKS = /** @type {Record<number, {aria: string, sign: string}>} */ ({
  1: {aria: 'ascending', sign: '▲'},
  0: {aria: '', sign: '↕'},
  [-1]: {aria: 'descending', sign: '▼'},
});

/**
 * The head of a column. If the API can sort by it, it is a button.
 *
 * @param {Column<any>} column
 * @param {string} sort the table's order, such as "name:1"
 * @param {(sort: string) => void} change
 */
export function renderHead(column, sort, change) {
  const direction = directionOf(column, sort);
  const {aria, sign} = LOOKS[direction] ?? LOOKS[0];
  return html`<th scope="col" class=${lookOf(column)} aria-sort=${aria || nothing}>
    ${column.sort
      ? html`<button type="button" class="quiet" @click=${() => change(`${column.sort}:${direction === -1 ? 1 : -1}`)}>
          ${column.label} <span aria-hidden="true">${sign}</span>
        </button>`
      : column.label}
  </th>`;
}

/**
 * @param {any} row
 * @param {Column<any>[]} columns
 */
export function renderCells(row, columns) {
  return columns.map(column => html`<td class=${lookOf(column)}>${column.render(row)}</td>`);
}

/**
 * A check box that selects rows.
 *
 * @param {{label: string, isChecked: boolean, isMixed?: boolean, isOff?: boolean, change: () => void}} state
 */
export function pick({label, isChecked, isMixed = false, isOff = false, change}) {
  return html`<label class="pick">
    <input
      type="checkbox"
      aria-label=${label}
      .checked=${isChecked}
      .indeterminate=${isMixed}
      ?disabled=${isOff}
      @change=${change}
    />
  </label>`;
}

/**
 * What is loaded, and a button for more. While the rows are loading, the button keeps the focus.
 *
 * @param {{text: string, isLoading: boolean, more: (() => void) | null}} state
 */
export function renderFoot({text, isLoading, more}) {
  return html`<div class="foot spread" aria-live="polite">
    <span id="loaded" class="muted small" tabindex="-1">${isLoading ? 'Loading …' : text}</span>
    ${more
      ? html`<button type="button" aria-disabled=${isLoading ? 'true' : nothing} @click=${isLoading ? nothing : more}>More</button>`
      : nothing}
  </div>`;
}

/** @param {Column<any>} column */
function lookOf({number, isFixed}) {
  return number ? 'number' : isFixed ? 'fixed' : '';
}

/**
 * @param {Column<any>} column
 * @param {string} sort
 * @returns {number} 1, -1, or 0 if the table is not sorted by the column
 */
function directionOf(column, sort) {
  const [name, direction] = sort.split(':');
  return column.sort && name === column.sort ? Number(direction) : 0;
}
