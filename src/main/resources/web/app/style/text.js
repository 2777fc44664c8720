import {css} from 'lit';

/** Text, layout, cards and badges. */
export const text = css`
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

  /* Users' values may be long or right-to-left. They must not overflow their box or reorder the text around them. */
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

  /* For a table whose other columns take the width. */
  .roomy {
    min-width: 8rem;
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

  /* Fields and buttons in one row, aligned at the bottom. */
  .tools,
  .tools > .row {
    align-items: end;
  }

  /* As many columns as fit. A component may set the minimum width of a column, and let a few columns fill the row (auto-fit). */
  .grid {
    display: grid;
    grid-template-columns: repeat(var(--columns, auto-fill), minmax(min(var(--least-width, 13rem), 100%), 1fr));
    align-items: start;
    gap: var(--space-4);
  }

  .plain {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  /* Preformatted text, such as JSON. */
  .block {
    padding: var(--space-3);
    background: var(--color-raised);
    border-radius: var(--radius);
  }

  .card {
    padding: var(--space-4);
    background: var(--color-surface);
    border: 1px solid var(--color-border);
    border-radius: var(--radius-large);
  }

  /* With forced colors, there are no backgrounds, but the outline is visible. */
  .note,
  .badge {
    outline: 1px solid transparent;
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
`;
