import {css} from 'lit';

/** The look of elements that all components use. */
export const shared = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  [hidden] {
    display: none !important;
  }

  h1 {
    margin: 0;
    font-size: var(--text-title);
    line-height: 1.25;
    overflow-wrap: anywhere;
  }

  h2 {
    margin: 0;
    font-size: var(--text-large);
    line-height: 1.3;
  }

  h3 {
    margin: 0;
    font-size: var(--text-normal);
  }

  p {
    margin: 0;
  }

  a {
    color: var(--color-accent);
    text-underline-offset: 0.15em;
  }

  :focus-visible {
    outline: 3px solid var(--color-accent);
    outline-offset: 2px;
  }

  code,
  .mono {
    font-family: var(--font-mono);
    font-size: 0.925em;
    overflow-wrap: anywhere;
  }

  pre {
    margin: 0;
    font-family: var(--font-mono);
    font-size: var(--text-small);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  .muted {
    color: var(--color-muted);
  }

  .small {
    font-size: var(--text-small);
  }

  /* Values of users may be long, or written from right to left; they never leave their box or reorder what is around them. */
  .value {
    unicode-bidi: isolate;
    overflow-wrap: anywhere;
  }

  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* In a table whose other columns take the width. */
  .roomy {
    display: block;
    min-width: 8rem;
  }

  .unbroken {
    white-space: nowrap;
  }

  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-4);
  }

  .stack-close {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-2);
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-3);
  }

  .spread {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2) var(--space-4);
  }

  .card {
    padding: var(--space-4);
    background: var(--color-surface);
    border: 1px solid var(--color-border);
    border-radius: var(--radius-large);
  }

  .note {
    padding: var(--space-3) var(--space-4);
    background: var(--color-accent-soft);
    border-radius: var(--radius);
  }

  .note-warning {
    background: var(--color-warning-soft);
  }

  .note-danger {
    background: var(--color-danger-soft);
  }

  .badge {
    display: inline-block;
    padding: 0 var(--space-2);
    background: var(--color-raised);
    color: var(--color-text);
    border-radius: 1rem;
    font-size: var(--text-small);
    white-space: nowrap;
  }

  .badge-good {
    background: var(--color-good-soft);
    color: var(--color-good);
  }

  .badge-warning {
    background: var(--color-warning-soft);
    color: var(--color-warning);
  }

  .badge-danger {
    background: var(--color-danger-soft);
    color: var(--color-danger);
  }

  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--space-2);
    min-height: 2.25rem;
    padding: var(--space-1) var(--space-3);
    background: var(--color-surface);
    color: var(--color-text);
    border: 1px solid var(--color-control);
    border-radius: var(--radius);
    font: inherit;
    cursor: pointer;
  }

  button:hover:not(:disabled) {
    background: var(--color-raised);
  }

  button:disabled {
    color: var(--color-muted);
    border-color: var(--color-border);
    cursor: not-allowed;
  }

  button.primary:not(:disabled) {
    background: var(--color-accent);
    border-color: var(--color-accent);
    color: var(--color-on-accent);
  }

  button.danger:not(:disabled) {
    border-color: var(--color-danger);
    color: var(--color-danger);
  }

  button.danger.primary:not(:disabled) {
    background: var(--color-danger);
    color: var(--color-on-danger);
  }

  button.quiet {
    min-height: 1.75rem;
    padding: 0 var(--space-2);
    background: none;
    border-color: transparent;
    color: var(--color-accent);
    font-size: var(--text-small);
  }

  input:not([type="checkbox"], [type="radio"]),
  select,
  textarea {
    width: 100%;
    min-height: 2.25rem;
    padding: var(--space-1) var(--space-2);
    background: var(--color-surface);
    color: var(--color-text);
    border: 1px solid var(--color-control);
    border-radius: var(--radius);
    font: inherit;
  }

  input[type="checkbox"],
  input[type="radio"] {
    flex: none;
    width: 1.1rem;
    height: 1.1rem;
    margin: 0;
    accent-color: var(--color-accent);
  }

  [aria-invalid="true"] {
    border-color: var(--color-danger) !important;
  }

  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-1);
  }

  .field > label,
  .field > .label {
    font-size: var(--text-small);
    font-weight: 600;
  }

  .field-error {
    color: var(--color-danger);
    font-size: var(--text-small);
  }

  .check {
    display: inline-flex;
    align-items: center;
    gap: var(--space-2);
    min-height: 1.75rem;
  }

  dl.facts {
    display: grid;
    grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr);
    gap: var(--space-2) var(--space-4);
    margin: 0;
  }

  dl.facts dt {
    color: var(--color-muted);
  }

  dl.facts dd {
    margin: 0;
    min-width: 0;
  }

  .scroll {
    overflow-x: auto;
  }

  table {
    width: 100%;
    border-collapse: collapse;
  }

  th,
  td {
    padding: var(--space-2) var(--space-3);
    border-bottom: 1px solid var(--color-border);
    text-align: start;
    vertical-align: top;
  }

  td > .row {
    flex-wrap: nowrap;
  }

  td:has(.value) {
    min-width: 9rem;
  }

  th {
    color: var(--color-muted);
    font-size: var(--text-small);
    white-space: nowrap;
  }

  /* A narrow table scrolls instead of breaking long values after each letter. */
  td .value {
    display: inline-block;
    min-width: 9rem;
  }

  td.number,
  th.number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  /* A number with its share of the largest as a bar. */
  .measure {
    display: grid;
    grid-template-columns: minmax(4rem, 16rem) 3.5rem;
    min-width: 9rem;
    align-items: center;
    gap: var(--space-2);
    font-variant-numeric: tabular-nums;
  }

  .bar {
    display: block;
    width: 100%;
    height: 0.75rem;
    fill: var(--color-danger);
  }

  tbody tr:hover {
    background: color-mix(in srgb, var(--color-raised) 55%, transparent);
  }

  dialog {
    width: min(36rem, calc(100vw - 2rem));
    max-height: calc(100dvh - 2rem);
    padding: var(--space-5);
    overflow: auto;
    background: var(--color-surface);
    color: var(--color-text);
    border: 1px solid var(--color-border);
    border-radius: var(--radius-large);
    box-shadow: var(--shadow);
  }

  dialog::backdrop {
    background: #0008;
  }

  @media (prefers-reduced-motion: no-preference) {
    button {
      transition: background-color 100ms;
    }
  }
`;
