import {css} from 'lit';

/** The style of the frame. */
export const appStyle = css`
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-4);
    padding: var(--space-2) var(--space-4);
    background: var(--color-surface);
    border-bottom: 1px solid var(--color-border);
  }

  header nav {
    display: flex;
    flex: 1 1 auto;
    overflow-x: auto;
  }

  header nav a {
    padding: var(--space-1) var(--space-3);
    color: var(--color-text);
    text-decoration: none;
    white-space: nowrap;
    border-radius: var(--radius);
  }

  header nav a:focus-visible {
    outline-offset: -3px;
  }

  header nav a:hover {
    background: var(--color-raised);
  }

  header nav a[aria-current] {
    background: var(--color-accent-soft);
    font-weight: 600;
  }

  .tenant {
    max-width: 16rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  header select {
    width: auto;
  }

  .owner {
    display: flex;
    align-items: center;
    gap: var(--space-3);
    min-width: 0;
    margin-inline-start: auto;
  }

  .owner > :not(.tenant) {
    flex: none;
  }

  @media (max-width: 60rem) {
    header nav {
      order: 1;
      flex-basis: 100%;
    }
  }

  main {
    max-width: 96rem;
    margin: 0 auto;
    padding: var(--space-5) var(--space-4) 6rem;
  }

  main:focus {
    outline: none;
  }

  .skip {
    position: absolute;
    inset-block-start: -10rem;
    padding: var(--space-2);
    background: var(--color-surface);
  }

  .skip:focus {
    inset-block-start: var(--space-2);
    z-index: 1;
  }

  .announcement {
    position: fixed;
    inset-block-end: var(--space-4);
    inset-inline: var(--space-4);
    display: flex;
    justify-content: center;
    pointer-events: none;
  }

  .announcement p {
    max-width: 40rem;
    padding: var(--space-3) var(--space-4);
    background: var(--color-text);
    color: var(--color-page);
    border-radius: var(--radius);
    box-shadow: var(--shadow);
  }
`;
