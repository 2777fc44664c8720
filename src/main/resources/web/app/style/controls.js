import {css} from 'lit';

/** Buttons and fields. */
export const controls = css`
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
    white-space: nowrap;
    cursor: pointer;
  }

  button:hover:not(:disabled, [aria-disabled]) {
    background: var(--color-raised);
  }

  button[aria-pressed="true"] {
    background: var(--color-accent-soft);
    border-color: var(--color-accent);
  }

  @media (forced-colors: active) {
    button[aria-pressed="true"] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }

  button:is(:disabled, [aria-disabled]) {
    color: var(--color-muted);
    border-color: var(--color-border);
    cursor: not-allowed;
  }

  button.primary:not(:disabled, [aria-disabled]) {
    background: var(--color-accent);
    border-color: var(--color-accent);
    color: var(--color-on-accent);
  }

  button.danger:not(:disabled, [aria-disabled]) {
    border-color: var(--color-danger);
    color: var(--color-danger);
  }

  button.danger.primary:not(:disabled, [aria-disabled]) {
    background: var(--color-danger);
    color: var(--color-on-danger);
  }

  /* Its text is aligned with the lines above and below. */
  button.quiet {
    min-height: 1.75rem;
    margin-inline: calc(-1 * var(--space-1));
    padding: 0 var(--space-1);
    background: none;
    border-color: transparent;
    color: var(--color-accent);
    font-size: var(--text-small);
  }

  button.quiet:is(:disabled, [aria-disabled]) {
    color: var(--color-muted);
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

  /* Readable, but not like a value. */
  ::placeholder {
    color: var(--color-placeholder);
    opacity: 1;
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
    overflow-wrap: anywhere;
    font-size: var(--text-small);
    font-weight: 600;
  }

  /* Fields and their button in one row. An error below a field does not move the others. */
  .oneline {
    display: grid;
    grid-template: repeat(3, auto) / minmax(0, 1fr) auto;
    gap: var(--space-1) var(--space-2);
  }

  .oneline > .field {
    grid-row: 1 / span 3;
    grid-template-rows: subgrid;
  }

  .oneline > button {
    grid-row: 2;
  }

  .card.oneline {
    column-gap: var(--space-3);
  }

  @media (max-width: 40rem) {
    .card.oneline {
      display: flex;
      flex-direction: column;
      row-gap: var(--space-3);
    }
  }

  .tools > .oneline {
    align-self: start;
    margin-block-end: calc(-1 * var(--space-1));
  }

  /* Buttons beside the fields, not beside their labels. */
  @media (min-width: 60rem) {
    .tools > .row {
      align-self: start;
      margin-block-start: calc(1.5 * var(--text-small) + var(--space-1));
    }
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

  @media (prefers-reduced-motion: no-preference) {
    button {
      transition: background-color 100ms;
    }
  }

  fieldset {
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    margin-block-end: var(--space-2);
    padding: 0;
    font-weight: 600;
  }
`;
