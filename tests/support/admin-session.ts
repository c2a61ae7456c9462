import type { Page } from 'playwright';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import type { Db } from '#db/client.ts';
import { PEOPLE } from './people.ts';
import type { TestApi } from './test-api.ts';
import type { Site } from './test-site.ts';

export const ADMIN = PEOPLE.administrator;

export interface AdminCaller {
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T; headers: Headers }>;
  cookie: string;
}

/** Calls with an admin session of this user; `ago`: seconds since its login. */
export async function adminCaller(
  api: TestApi,
  db: Db,
  userId = ADMIN,
  { ago: loginAgeSeconds = 0, xsrf = true }: { ago?: number; xsrf?: boolean } = {},
): Promise<AdminCaller> {
  const token = await createSession(db, {
    userId,
    kind: 'admin',
    ip: '127.0.0.1',
    userAgent: 'test',
    authenticatedAt: new Date(Date.now() - loginAgeSeconds * 1_000),
  });
  const cookie = `bbs_admin=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}`;
  return {
    cookie,
    call: (method, path, body) =>
      api.call(method, path, body, {
        cookie,
        ...(xsrf ? { 'x-xsrf-token': deriveXsrfToken(token) } : {}),
      }),
  };
}

/** Logs a browser in to the admin area by storing a session, as a login would. */
export async function loginAsAdmin(page: Page, site: Site, userId = ADMIN): Promise<void> {
  const token = await createSession(site.db, {
    userId,
    kind: 'admin',
    ip: '127.0.0.1',
    userAgent: 'test',
  });
  await page.context().addCookies([
    { name: 'bbs_admin', value: token, url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'XSRF-TOKEN', value: deriveXsrfToken(token), url: site.url, sameSite: 'Lax' },
  ]);
}

/** Opens a screen of the admin area as an administrator; `path` is below the area's root. */
export async function openAdmin(page: Page, site: Site, path: string): Promise<void> {
  await loginAsAdmin(page, site);
  await page.goto(`${site.url}/bbs-admin${path}`);
}

/** Follows a link in the open admin area; `path` is below the area's root. */
export const followAdminLink = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, `/bbs-admin${path}`);
