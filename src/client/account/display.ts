/*
 * The colour theme, the time zone and the single keys that were chosen in this browser, for members
 * and visitors. views/inline-scripts/before-paint.ts applies them before the first paint.
 */

export const COLOUR_THEMES = ['system', 'light', 'dark'] as const;
export type ColourTheme = (typeof COLOUR_THEMES)[number];

const root = document.documentElement;

function store(name: 'theme' | 'zone' | 'keys', value: string): void {
  try {
    if (value === '') localStorage.removeItem(name);
    else localStorage[name] = value;
  } catch {
    // storage is forbidden here: the choice is valid until the page is left
  }
}

export const readColourTheme = (): ColourTheme =>
  COLOUR_THEMES.find((theme) => theme === root.dataset.theme) ?? 'system';

/** Applies the theme to this page, and stores it. */
export function saveColourTheme(theme: ColourTheme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  store('theme', theme === 'system' ? '' : theme);
}

/** The chosen time zone; '' follows the browser. */
export const readChosenZone = (): string => root.dataset.zone ?? '';

/** Stores the time zone, which pages show from their next load on; '' follows the browser. */
export const saveChosenZone = (zone: string): void => store('zone', zone);

/** Whether shortcuts of a single key work in this browser (WCAG 2.1.4, R42). */
export const areSingleKeysOn = (): boolean => !('keys' in root.dataset);

/** Turns shortcuts of a single key on or off, for this page too (R42). */
export function saveSingleKeys(isOn: boolean): void {
  if (isOn) delete root.dataset.keys;
  else root.dataset.keys = 'off';
  store('keys', isOn ? '' : 'off');
}

/** Names of the time zones that this browser knows. */
export const listTimeZones = (): string[] => {
  const names = Intl.supportedValuesOf('timeZone');
  return names.includes('UTC') ? names : [...names, 'UTC'];
};
