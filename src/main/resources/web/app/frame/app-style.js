import {css} from 'lit';

/** The style of the frame. */
export const appStyle = css`
  main {
    max-width: 96rem;
    margin: 0 auto;
    padding: var(--space-5) var(--space-4) 6rem;
  }

  main:focus {
    outline: none;
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
    max-width: min(40rem, 100%);
    overflow-wrap: anywhere;
    padding: var(--space-3) var(--space-4);
    background: var(--color-text);
    color: var(--color-page);
    border-radius: var(--radius);
    outline: 1px solid transparent;
    box-shadow: var(--shadow);
  }
`;
