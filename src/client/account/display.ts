/*
 * This browser's colour theme, time zone and single-key shortcuts, for members and visitors.
 * views/inline-scripts/before-paint.ts applies them.
 */

export const COLOUR_THEMES = ['system', 'light', 'dark'] as const;
export type ColourTheme = (typeof COLOUR_THEMES)[number];

const root = document.documentElement;

function store(name: 'theme' | 'zone' | 'keys', value: string): void {
  try {
    if (value === '') localStorage.removeItem(name);
    else localStorage[name] = value;
  } catch {
    // storage is forbidden: the choice lasts as long as the page
  }
}

export const readColourTheme = (): ColourTheme =>
  COLOUR_THEMES.find((theme) => theme === root.dataset.theme) ?? 'system';

export function saveColourTheme(theme: ColourTheme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  store('theme', theme === 'system' ? '' : theme);
}

/** '' follows the browser. */
export const readChosenZone = (): string => root.dataset.zone ?? '';

/** Pages use the zone from their next load; '' follows the browser. */
export const saveChosenZone = (zone: string): void => store('zone', zone);

/** Single-key shortcuts (WCAG 2.1.4, R42). */
export const areSingleKeysOn = (): boolean => !('keys' in root.dataset);

export function saveSingleKeys(isOn: boolean): void {
  if (isOn) delete root.dataset.keys;
  else root.dataset.keys = 'off';
  store('keys', isOn ? '' : 'off');
}

/** Time zones known to this browser. */
export const listTimeZones = (): string[] => {
  const names = Intl.supportedValuesOf('timeZone');
  return names.includes('UTC') ? names : [...names, 'UTC'];
};
