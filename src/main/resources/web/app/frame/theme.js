const STORED = 'useradmin.theme';

/** The themes that can be chosen. The first follows the operating system. */
export const themes = [
  {value: 'system', label: 'System'},
  {value: 'light', label: 'Light'},
  {value: 'dark', label: 'Dark'},
];

/** The theme that was chosen in this browser. */
export function chosenTheme() {
  return localStorage.getItem(STORED) ?? themes[0].value;
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
