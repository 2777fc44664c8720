const STORED = 'useradmin.theme';

/** The themes that can be chosen. "system" follows the operating system. */
export const themes = ['system', 'light', 'dark'];

/** The theme that was chosen in this browser. */
export function chosenTheme() {
  return localStorage.getItem(STORED) ?? 'system';
}

/** @param {string} theme */
export function chooseTheme(theme) {
  localStorage.setItem(STORED, theme);
  applyTheme();
}

/** Shows the page in the theme that was chosen. */
export function applyTheme() {
  document.documentElement.dataset.theme = chosenTheme();
}
