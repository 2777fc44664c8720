import {storage} from '../api/storage.js';

const STORED = 'useradmin.theme';
const browser = storage('localStorage');

/** The themes. The first one follows the operating system. */
export const themes = [
  {value: 'system', label: 'System'},
  {value: 'light', label: 'Light'},
  {value: 'dark', label: 'Dark'},
];

/** The user's theme in this browser. */
export function chosenTheme() {
  return browser.getItem(STORED) ?? themes[0].value;
}

/** @param {string} theme */
export function chooseTheme(theme) {
  browser.setItem(STORED, theme);
  applyTheme();
}

/** Applies the user's theme. */
export function applyTheme() {
  document.documentElement.dataset.theme = chosenTheme();
}
