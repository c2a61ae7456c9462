import type { Lang } from './language.ts';
import { aboutPath } from './paths.ts';

/* The screens of the admin area, by the first segment of their address; '' is the dashboard. */

export const ADMIN_ROOT = '/bbs-admin';

/** The groups of screens, in the order of the sidebar. */
export const ADMIN_GROUPS = ['overview', 'moderate', 'build', 'trace'] as const;
export type AdminGroup = (typeof ADMIN_GROUPS)[number];

interface AdminScreenEntry {
  group: AdminGroup;
  /** A shape of styles/icons.ts, or of the admin area's own. */
  icon: string;
  /** Its count is of things that somebody should look at: it is red unless it is 0. */
  isAlarming?: boolean;
  /** It is offered where the community sends mail. */
  needsMail?: boolean;
  /** It is offered while a forum that was started empty has steps of its setup open. */
  needsSetup?: boolean;
}

/**
 * Every screen, in the order of the sidebar. A screen's name is a text below `admin.screen.`, and
 * its component is islands/admin/NAME/…Screen.tsx (of the dashboard, islands/admin/dashboard).
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
/** The screens that are offered, in their order; the addresses of others work nevertheless. */
export const offeredScreens = ({ mail, setup }: { mail: boolean; setup: boolean }): AdminScreen[] =>
  ADMIN_SCREENS.filter((screen) => {
    const { needsMail, needsSetup } = entryOf(screen);
    return (mail || !needsMail) && (setup || !needsSetup);
  });
export const isAlarmingScreen = (screen: AdminScreen): boolean =>
  entryOf(screen).isAlarming === true;

/** A screen's key in the dictionaries, below `admin.screen.`. */
export type AdminScreenKey = Exclude<AdminScreen, ''> | 'dashboard';
export const adminScreenKey = (screen: AdminScreen): AdminScreenKey => screen || 'dashboard';

/** The guide's section about a screen: the id of its heading is the screen's key. */
export const adminGuidePath = (lang: Lang, screen: AdminScreen): string =>
  `${aboutPath(lang, 'guide/administrators')}#${adminScreenKey(screen)}`;

/** The address of a screen, or of an item of it. */
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
