import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { ADMIN, openAdmin } from '../support/admin-session.ts';
import { accessibilityProblems, colourProblems, expectSoon, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Mail in the admin area (R19); no mail server is running. */

const site = await startSite({
  env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Forum <forum@example.com>' },
});
const { $client } = site.db;

/** A log row of a mail, sent or given up; nothing sends these. */
const insertLetter = (userId: number, kind: string, state: string, error = '') =>
  site.db.execute(sql`
    insert into mail (user_id, kind, state, events, tries, error, sent_at)
    values (
      ${userId},
      ${kind},
      ${state},
      2,
      1,
      ${error},
      case when ${state} = 'sent' then now() end
    )`);

for (const lang of ['zh', 'en'] as const)
  test(`[R19, R42] an administrator reads the log of mails, sets their rate, and sends a test mail: ${lang}`, async ({
    open,
  }) => {
    const t = translator(lang);
    await $client.query('delete from mail');
    await insertLetter(PEOPLE.member, 'notices', 'sent');
    await insertLetter(PEOPLE.otherMember, 'digest', 'failed', '550 5.1.1 User unknown');
    await site.db.execute(sql`
      update "user"
      set email = 'admin@example.com', email_checked = true
      where id = ${ADMIN}`);
    const page = await open({ language: lang });
    await openAdmin(page, site, '');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('admin.screen.mail'), exact: true })
      .click();
    await page.waitForURL(`${site.url}/bbs-admin/mail`);
    const table = page.getByRole('table', { name: t('admin.mail.log') });
    const rows = table.locator('tbody tr');
    await expectSoon(() => rows.count()).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await colourProblems(page)).toEqual([]);

    await page.getByRole('link', { name: t('admin.mail.showFailed') }).click();
    await page.waitForURL(/state=failed/);
    await expectSoon(() => rows.allInnerTexts()).toEqual([
      expect.stringContaining('550 5.1.1 User unknown'),
    ]);
    await page.getByRole('combobox', { name: t('admin.mail.anyState') }).selectOption('');
    await page.getByRole('textbox', { name: t('admin.mail.search') }).fill(String(PEOPLE.member));
    await page.keyboard.press('Enter');
    await expectSoon(() => rows.allInnerTexts()).toEqual([
      expect.stringContaining(t('admin.mail.state.sent')),
    ]);
    await page.getByRole('textbox', { name: t('admin.mail.search') }).fill('');
    await page.keyboard.press('Enter');
    await expectSoon(() => rows.count()).toBe(2);

    const rate = page.getByRole('spinbutton', { name: t('admin.mail.rate') });
    await rate.fill('0');
    await rate.press('Enter');
    await expectSoon(() => rate.getAttribute('aria-invalid')).toBe('true');
    await rate.fill(lang === 'zh' ? '300' : '400');
    await rate.press('Enter');
    await page.locator('.toast').getByText(t('settings.saved')).waitFor();

    await page.getByRole('button', { name: t('admin.mail.test') }).press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: t('admin.mail.refused', { address: 'a…@example.com' }) })
      .waitFor();
    await expectSoon(() => rows.first().innerText()).toContain(t('admin.mail.kind.test'));
    await page.reload();
    await expectSoon(() => rate.inputValue()).toBe(lang === 'zh' ? '300' : '400');
  });
