import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { openAdmin } from '../support/admin-session.ts';
import { accessibilityProblems, expectSoon, login, PHONES, test } from '../support/browser.ts';
import { member } from '../support/factories.ts';
import { waitForOverlayEntries } from '../support/overlay-entries.ts';
import { sharedSite } from '../support/test-site.ts';

/* Export and deletion of one's own data in the settings, and deletion by an administrator. */

const site = await sharedSite();
// The first rendered page takes longer than the tests' timeout.
await fetch(`${site.url}/zh/me/settings`);

const deletionOf = async (id: number) =>
  (
    await site.db.execute<{ posts: string }>(
      sql`select posts from account_deletion where user_id = ${id}`,
    )
  ).rows.map(({ posts }) => posts);

for (const [root, lang, device] of [
  ['/zh', 'zh', {}],
  ['/en', 'en', {}],
  ['/phone/zh', 'zh', PHONES[0]],
  ['/phone/en', 'en', PHONES[0]],
] as const)
  test(`[R35] a member requests their data, and the deletion of their account, and cancels that: ${root}`, async ({
    open,
  }) => {
    const t = translator(lang);
    const id = await member(site.db);
    const page = await open({ language: lang, reducedMotion: 'reduce', ...device });
    await login(page, site, id);
    await page.goto(`${site.url}${root}/me/settings`);
    const archive = page.getByRole('region', { name: t('settings.export.title') });
    const deletion = page.getByRole('region', { name: t('settings.deletion.title') });
    await archive.getByRole('button', { name: t('settings.export.order') }).click();
    await expectSoon(() => archive.getByRole('status').innerText()).not.toBe('');
    await deletion.getByLabel(t('settings.deletion.choice.delete')).check();
    await deletion.getByRole('button', { name: t('settings.deletion.order') }).click();
    expect(await deletionOf(id)).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('settings.deletion.confirm') })
      .click();
    await deletion.getByText(t('settings.deletion.then.delete')).waitFor();
    expect(await deletionOf(id)).toEqual(['delete']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await waitForOverlayEntries(page);
    await page.reload();
    await deletion.getByRole('button', { name: t('settings.deletion.revoke') }).click();
    await deletion.getByRole('button', { name: t('settings.deletion.order') }).waitFor();
    expect(await deletionOf(id)).toEqual([]);
  });

test('[R20] an administrator orders the deletion of an account with a reason, and revokes it', async ({
  open,
}) => {
  const t = translator('zh');
  const id = await member(site.db, { nickname: `待办${process.pid}` });
  const page = await open();
  await openAdmin(page, site, `/users/${id}`);
  await page.getByRole('button', { name: t('admin.users.ownData.deletion') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('admin.users.reason')).fill('本人来信要求');
  await dialog.getByRole('button', { name: t('admin.users.ownData.deletion') }).click();
  await page.getByRole('button', { name: t('admin.users.ownData.revoke') }).waitFor();
  expect(await deletionOf(id)).toEqual(['keep']);
  await page.getByRole('button', { name: t('admin.users.ownData.revoke') }).click();
  await dialog.getByLabel(t('admin.users.reason')).fill('又想留下');
  await dialog.getByRole('button', { name: t('admin.users.ownData.revoke') }).click();
  await page.getByRole('button', { name: t('admin.users.ownData.deletion') }).waitFor();
  expect(await deletionOf(id)).toEqual([]);
});
