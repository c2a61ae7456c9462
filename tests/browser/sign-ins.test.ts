import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { logSignIn } from '#domain/people/sign-in/log-sign-in.ts';
import { ADMIN, loginAsAdmin } from '../support/admin-session.ts';
import { accessibilityProblems, test } from '../support/browser.ts';
import { CookieBrowser } from '../support/cookie-browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* The sign-in log and its screen for administrators (R17, R20). */

const site = await startSite();
const ME = PEOPLE.member;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
await logSignIn(site.db, {
  userId: ME,
  kind: 'admin',
  event: 'refused',
  reason: 'rank',
  ip: '198.51.100.7',
  userAgent: FIREFOX,
});

const visitor = () => new CookieBrowser(() => site.url);

test('[R17] [R19] sign-ins, logouts and refusals are logged with their address, newest first', async () => {
  const { rows: before } = await site.db.execute<{ last: number }>(
    sql`select coalesce(max(id), 0)::int as last from sign_in`,
  );
  const logged = async () =>
    (
      await site.db.execute(
        sql`
          select
            user_id as "user",
            kind,
            event,
            reason,
            ip,
            user_agent <> '' as agent
          from sign_in
          where id > ${before[0]?.last}
          order by id`,
      )
    ).rows.map((row) => Object.values(row));
  const browser = visitor();
  await browser.logIn(PEOPLE.globalModerator);
  await browser.logIn(PEOPLE.globalModerator);
  await browser.logIn(PEOPLE.globalModerator, '/admin/admin/api/manager', '/bbs-admin');
  await browser.post('/api/v1/login/logout');
  const member = visitor();
  await member.logIn(PEOPLE.thirdMember, '/admin/admin/api/manager', '/bbs-admin');
  await visitor().open('/api/v1/login/callback?state=x');
  expect(await logged()).toEqual([
    [10001, 'site', 'login', '', '127.0.0.1', true],
    [10001, 'site', 'again', '', '127.0.0.1', true],
    [10001, 'admin', 'login', '', '127.0.0.1', true],
    [10001, 'admin', 'logout', '', '127.0.0.1', true],
    [10001, 'site', 'logout', '', '127.0.0.1', true],
    [PEOPLE.thirdMember, 'admin', 'refused', 'rank', '127.0.0.1', true],
    [null, 'site', 'refused', 'attempt', '127.0.0.1', true],
  ]);
});

test('[R20] an administrator reads everybody’s below the log, and the log says so', async ({
  page,
}) => {
  await loginAsAdmin(page, site, ADMIN);
  await page.goto(`${site.url}/bbs-admin/log`);
  await page.getByRole('link', { name: /登录日志|Login log/ }).click();
  await page.getByText('198.51.100.7').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(
    (
      await site.db.execute(
        sql`select from action_log where action = 'user.signins' and actor_id = ${ADMIN}`,
      )
    ).rowCount,
  ).toBeGreaterThan(0);
});
