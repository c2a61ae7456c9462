import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { zoneName } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import {
  accessibilityProblems,
  colourProblems,
  expectSoon,
  login,
  PHONES,
  test,
} from '../support/browser.ts';
import { member } from '../support/factories.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { startSite } from '../support/test-site.ts';

/* Members' mail settings (R30) on both sites; no mail is sent. */

const site = await startSite({
  env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Forum <forum@example.com>' },
});
// The first rendered page takes longer than the tests' timeout.
await fetch(`${site.url}/zh/me/settings`);

const ZONE = 'Asia/Tokyo';

/** A member with an address from the login provider. */
async function addressee(address: string, isChecked = true): Promise<number> {
  const id = await member(site.db);
  await site.db.execute(
    sql`update "user" set email = ${address}, email_checked = ${isChecked} where id = ${id}`,
  );
  return id;
}
const choiceOf = async (id: number) =>
  (
    await site.db.execute<{
      frequency: string;
      digest: boolean;
      time_zone: string;
      likes: boolean | null;
      stopped: boolean;
    }>(sql`
      select
        frequency,
        digest,
        time_zone,
        (notices ->> 'like')::boolean as likes,
        stopped_at is not null as stopped
      from mail_choice
      where user_id = ${id}`)
  ).rows[0];

for (const [root, lang, device] of [
  ['/zh', 'zh', {}],
  ['/en', 'en', {}],
  ['/phone/zh', 'zh', PHONES[0]],
  ['/phone/en', 'en', PHONES[0]],
] as const)
  test(`[R30, R42] a member chooses the mails by keyboard, and begins again after mail was stopped: ${root}`, async ({
    open,
  }) => {
    const t = translator(lang);
    const address = `${lang}-${root.length}@people.example`;
    const id = await addressee(address);
    const page = await open({
      language: lang,
      reducedMotion: 'reduce',
      timezoneId: ZONE,
      ...device,
    });
    await watchLayoutShifts(page);
    await login(page, site, id);
    await page.goto(`${site.url}${root}/me/settings`);
    const part = page.getByRole('region', { name: t('settings.mail.title'), exact: true });
    await part.getByText(t('settings.mail.to', { address })).waitFor();
    await page.locator('#logins details.log').waitFor();
    expect(await readLayoutShifts(page)).toEqual([]);

    // Radio buttons are one tab stop; arrow keys move within it.
    await part.getByRole('radio', { name: t('settings.mail.every.off') }).focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown');
    const daily = part.getByRole('radio', {
      name: t('settings.mail.every.daily', { zone: zoneName(ZONE) }),
    });
    await expectSoon(() => daily.isChecked()).toBe(true);
    await part.getByRole('checkbox', { name: t('settings.notices.like') }).press('Space');
    await part.getByRole('checkbox', { name: t('settings.mail.digest') }).press('Space');
    expect(await accessibilityProblems(page)).toEqual([]);
    await part.getByRole('button', { name: t('settings.save') }).press('Enter');
    await part.getByText(t('settings.saved')).waitFor();
    expect(await choiceOf(id)).toEqual({
      frequency: 'daily',
      digest: true,
      time_zone: ZONE,
      likes: false,
      stopped: false,
    });

    await site.db.execute(sql`
      update mail_choice
      set stopped_reason = 'bounce', stopped_at = now()
      where user_id = ${id}`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    const resume = part.getByRole('button', { name: t('settings.mail.resume') });
    await resume.waitFor();
    await expectSoon(() => daily.isChecked()).toBe(true);
    expect(await colourProblems(page)).toEqual([]);
    await resume.press('Enter');
    await part.getByText(t('settings.mail.resumed', { address })).waitFor();
    await expectSoon(() => choiceOf(id)).toMatchObject({ frequency: 'daily', stopped: false });
  });

test('[R30] a member without a verified address sees where to change that and has no choice of mails', async ({
  page,
}) => {
  const t = translator('zh');
  const part = page.getByRole('region', { name: t('settings.mail.title'), exact: true });
  await login(page, site, await addressee(''));
  await page.goto(`${site.url}/zh/me/settings`);
  await part.getByText(t('settings.mail.none')).waitFor();
  await expectSoon(() => part.getByRole('button').count()).toBe(0);
  const address = 'unchecked@people.example';
  await login(page, site, await addressee(address, false));
  await page.reload();
  await part.getByText(t('settings.mail.unchecked', { address })).waitFor();
  await expectSoon(() => part.getByRole('button').count()).toBe(0);
});
