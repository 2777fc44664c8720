import {css} from 'lit';

/** Tables, facts and dialogs. */
export const data = css`
  dl,
  dd {
    margin: 0;
  }

  dl.facts {
    display: grid;
    grid-template-columns: fit-content(50%) minmax(0, 1fr);
    gap: var(--space-2) var(--space-4);
  }

  dl.facts dt {
    min-width: 7rem;
    overflow-wrap: anywhere;
    color: var(--color-muted);
  }

  dl.facts dd {
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
    padding: var(--space-2);
    border-bottom: 1px solid var(--color-border);
    text-align: start;
    vertical-align: top;
  }

  td > .row {
    flex-wrap: nowrap;
  }

  th {
    color: var(--color-muted);
    font-size: var(--text-small);
    white-space: nowrap;
    vertical-align: middle;
  }

  td ua-time,
  .exact > span {
    white-space: nowrap;
  }

  td .exact {
    white-space: normal;
  }

  /* On medium screens, times and headings are narrower, so that most tables fit. */
  @media (min-width: 40rem) and (max-width: 60rem) {
    th,
    td {
      padding-inline: var(--space-1);
    }

    th,
    th button,
    td ua-time {
      white-space: normal;
      text-align: start;
    }

    td .roomy {
      min-width: 6.5rem;
    }
  }

  /* Short values do not wrap: a narrow table scrolls. Long ones wrap. */
  td .value {
    display: inline-block;
    max-width: 20rem;
    overflow-wrap: break-word;
  }

  td .narrow {
    max-width: 10rem;
  }

  td div.value {
    display: block;
  }

  td.number,
  th.number {
    padding-inline-end: var(--space-5);
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  /* A number, with a bar relative to the largest number. */
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

  tbody tr:hover > td {
    background: color-mix(in srgb, var(--color-raised) 55%, var(--color-surface));
  }

  /* What is shown is about to change. If that is quick, nothing flickers. Faded text would be hard to read. */
  [aria-busy="true"] {
    box-shadow: 0 -3px var(--color-accent);
    transition: box-shadow 0s 300ms;
    cursor: progress;
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
    background: var(--color-backdrop);
  }
`;
