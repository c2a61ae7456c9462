/* The screens of the admin area, by the first segment of their address; '' is the dashboard. */

export const ADMIN_ROOT = '/bbs-admin';

/** The groups of screens, in the order of the sidebar. */
export const ADMIN_GROUPS = {
  overview: [''],
  moderate: ['reports', 'review', 'threads', 'users', 'words'],
  build: ['forums', 'groups', 'content', 'publishing'],
  trace: ['log', 'tokens', 'jobs'],
} as const;
export type AdminGroup = keyof typeof ADMIN_GROUPS;
export type AdminScreen = (typeof ADMIN_GROUPS)[AdminGroup][number];

export const ADMIN_SCREENS: readonly AdminScreen[] = Object.values(ADMIN_GROUPS).flat();
export const isAdminScreen = (name: string): name is AdminScreen =>
  (ADMIN_SCREENS as readonly string[]).includes(name);

/** A screen's key in the dictionaries, below `admin.screen.`. */
export type AdminScreenKey = Exclude<AdminScreen, ''> | 'dashboard';
export const adminScreenKey = (screen: AdminScreen): AdminScreenKey => screen || 'dashboard';

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

/**
 * The address of the administrators' login, which returns to an address of this site (R19).
 * `fresh`: the provider asks for the password even of somebody who is logged in there.
 */
export function adminLoginPath(origin: string, back: string, fresh: boolean): string {
  const login = '/admin/admin/api/manager';
  const callback = `${origin}${login}/callback`;
  const query = { return_url: back, redirect_url: callback, ...(fresh ? { fresh: '1' } : {}) };
  return `${login}?${new URLSearchParams(query)}`;
}
