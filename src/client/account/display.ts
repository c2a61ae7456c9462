/*
 * The colour theme and the time zone that were chosen in this browser, for members and visitors.
 * views/inline-scripts/before-paint.ts applies them before the first paint.
 */

export const COLOUR_THEMES = ['system', 'light', 'dark'] as const;
export type ColourTheme = (typeof COLOUR_THEMES)[number];

const root = document.documentElement;

function store(name: 'theme' | 'zone', value: string): void {
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

/** Names of the time zones that this browser knows. */
export const listTimeZones = (): string[] => {
  const names = Intl.supportedValuesOf('timeZone');
  return names.includes('UTC') ? names : [...names, 'UTC'];
};
