import type { Lang } from './language.ts';
import { aboutPath } from './paths.ts';

/* Screens of the admin area by the first address segment; '' is the dashboard. */

export const ADMIN_ROOT = '/bbs-admin';

/** In the sidebar's order. */
export const ADMIN_GROUPS = ['overview', 'moderate', 'build', 'trace'] as const;
export type AdminGroup = (typeof ADMIN_GROUPS)[number];

interface AdminScreenEntry {
  group: AdminGroup;
  /** An icon of styles/icons.ts, or of the admin area. */
  icon: string;
  /** Its count needs attention: red unless 0. */
  isAlarming?: boolean;
  /** Only if the community sends mail. */
  needsMail?: boolean;
  /** Only while a forum that started empty has open setup steps. */
  needsSetup?: boolean;
}

/**
 * In the sidebar's order. A screen's text is in `admin.screen.`, its component
 * islands/admin/NAME/…Screen.tsx (islands/admin/dashboard for '').
 */
export const ADMIN_SCREEN_ENTRIES = {
  '': { group: 'overview', icon: 'chart' },
  reports: { group: 'moderate', icon: 'report', isAlarming: true },
  review: { group: 'moderate', icon: 'clock' },
  threads: { group: 'moderate', icon: 'comment' },
  users: { group: 'moderate', icon: 'user' },
  words: { group: 'moderate', icon: 'letters' },
  setup: { group: 'build', icon: 'check', needsSetup: true },
  forums: { group: 'build', icon: 'grid' },
  groups: { group: 'build', icon: 'shield' },
  content: { group: 'build', icon: 'image' },
  publishing: { group: 'build', icon: 'refresh', isAlarming: true },
  log: { group: 'trace', icon: 'entries' },
  tokens: { group: 'trace', icon: 'key' },
  jobs: { group: 'trace', icon: 'gear' },
  mail: { group: 'trace', icon: 'mail', needsMail: true },
} as const satisfies Record<string, AdminScreenEntry>;
export type AdminScreen = keyof typeof ADMIN_SCREEN_ENTRIES;

export const ADMIN_SCREENS = Object.keys(ADMIN_SCREEN_ENTRIES) as AdminScreen[];
const entryOf = (screen: AdminScreen): AdminScreenEntry => ADMIN_SCREEN_ENTRIES[screen];
export const isAdminScreen = (name: string): name is AdminScreen =>
  (ADMIN_SCREENS as readonly string[]).includes(name);
/** Screens in the sidebar; addresses of the others work too. */
export const offeredScreens = ({ mail, setup }: { mail: boolean; setup: boolean }): AdminScreen[] =>
  ADMIN_SCREENS.filter((screen) => {
    const { needsMail, needsSetup } = entryOf(screen);
    return (mail || !needsMail) && (setup || !needsSetup);
  });
export const isAlarmingScreen = (screen: AdminScreen): boolean =>
  entryOf(screen).isAlarming === true;

/** Below `admin.screen.` in the dictionaries. */
export type AdminScreenKey = Exclude<AdminScreen, ''> | 'dashboard';
export const adminScreenKey = (screen: AdminScreen): AdminScreenKey => screen || 'dashboard';

/** Guide section of a screen: its heading's id is the screen's key. */
export const adminGuidePath = (lang: Lang, screen: AdminScreen): string =>
  `${aboutPath(lang, 'guide/administrators')}#${adminScreenKey(screen)}`;

export function adminPath(
  screen: AdminScreen,
  detail = '',
  query: Readonly<Record<string, string | number>> = {},
): string {
  const queryString = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return (
    [ADMIN_ROOT, screen, detail].filter(Boolean).join('/') + (queryString && `?${queryString}`)
  );
}
