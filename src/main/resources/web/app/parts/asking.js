/** Whether the page's only dialog is open. An action that first reads something must not replace a question that is asked meanwhile. */
export function isAsking() {
  return Boolean(document.querySelector('ua-confirm')?.shadowRoot?.querySelector('dialog[open]'));
}
