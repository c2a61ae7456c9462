import { sql } from 'drizzle-orm';
import type { Page, Worker } from 'playwright';
import { expect } from 'vitest';
import { PUSH_WORKER_SCOPE, type PushMessage } from '#contracts/pushing.ts';
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
import { startPushService } from '../support/push-service.ts';
import { sharedSite } from '../support/test-site.ts';

/*
 * Push in browsers (R30), on both sites. Chromium can't reach a push service here: the tests' own
 * service has the subscription, and the debugging protocol delivers the messages. Headless Chromium
 * neither shows notifications nor grants permissions: both are replaced.
 */

const service = await startPushService();
const site = await sharedSite();
// The first rendered page takes longer than the tests' timeout.
await fetch(`${site.url}/zh/me/settings`);

/** Makes the browser subscribe at the tests' service. */
async function subscribeHere(page: Page, isPhone: boolean): Promise<string> {
  const { endpoint, p256dh, auth } = service.browser({ phone: isPhone }).subscription;
  await page.addInitScript(
    (json) => {
      const key = 'test-subscription';
      const subscription = () => ({
        toJSON: () => json,
        unsubscribe: async () => localStorage.removeItem(key),
      });
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          localStorage.setItem(key, '1');
          return subscription();
        },
        getSubscription: async () => (localStorage.getItem(key) ? subscription() : null),
      });
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
    },
    { endpoint, keys: { p256dh, auth } },
  );
  return endpoint;
}

interface Shown {
  tag: string;
  title: string;
  body: string;
  data: unknown;
  close(): void;
}
/** The scope of a worker that shows notifications. */
interface ShowingScope {
  shown: Shown[];
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    getNotifications(): Promise<Shown[]>;
  };
  clients: { openWindow(url: string): Promise<null> };
}

/** The worker, with a list of its notifications, one per tag. */
async function findWorker(page: Page): Promise<Worker> {
  const find = () =>
    page
      .context()
      .serviceWorkers()
      .find((one) => one.url().endsWith('/push-sw.js'));
  await expectSoon(() => find() !== undefined).toBe(true);
  const worker = find() as Worker;
  await worker.evaluate(() => {
    const scope = self as unknown as ShowingScope;
    scope.shown = [];
    const close = (tag: string) => {
      scope.shown = scope.shown.filter((one) => one.tag !== tag);
    };
    scope.registration.showNotification = async (title, { tag = '', body = '', data }) => {
      close(tag);
      scope.shown.push({ tag, title, body, data, close: () => close(tag) });
    };
    scope.registration.getNotifications = async () => scope.shown;
  });
  return worker;
}

/** Delivers messages to the worker, as a push service would. */
async function connectToWorker(page: Page): Promise<(message: PushMessage) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const ids: string[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL } of registrations)
      if (scopeURL.endsWith(PUSH_WORKER_SCOPE)) ids.push(registrationId);
  });
  await session.send('ServiceWorker.enable');
  await expectSoon(() => ids.length).toBeGreaterThan(0);
  return async (message) => {
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: site.url,
      registrationId: ids.at(-1) as string,
      data: JSON.stringify(message),
    });
  };
}

const shown = (worker: Worker) =>
  worker.evaluate(() =>
    (self as unknown as ShowingScope).shown
      .map(({ tag, title, body }) => [tag, title, body])
      .sort(([a = ''], [b = '']) => a.localeCompare(b)),
  );

const subscriptionsOf = async (id: number) =>
  (
    await site.db.execute<{ endpoint: string; is_phone: boolean }>(
      sql`select endpoint, is_phone from push_subscription where user_id = ${id}`,
    )
  ).rows;
const choiceOf = async (id: number) =>
  (
    await site.db.execute(sql`
      select quiet_from, quiet_until, time_zone, (notices ->> 'reply')::boolean as replies
      from push_choice
      where user_id = ${id}`)
  ).rows[0];

for (const [root, lang, device] of [
  ['/zh', 'zh', {}],
  ['/en', 'en', {}],
  ['/phone/zh', 'zh', PHONES[0]],
  ['/phone/en', 'en', PHONES[0]],
] as const)
  test(`[R30, R42] a member switches push on by keyboard, sees messages, chooses kinds and hours, and switches it off: ${root}`, async ({
    open,
  }) => {
    const t = translator(lang);
    const id = await member(site.db);
    const page = await open({
      language: lang,
      reducedMotion: 'reduce',
      timezoneId: 'Asia/Tokyo',
      ...device,
    });
    const isPhone = root.startsWith('/phone');
    const endpoint = await subscribeHere(page, isPhone);
    await watchLayoutShifts(page);
    await login(page, site, id);
    await page.goto(`${site.url}${root}/me/settings`);
    const part = page.getByRole('region', { name: t('settings.push.title'), exact: true });
    await part.getByText(t('settings.push.isOff')).waitFor();
    await expectSoon(() => part.getByRole('checkbox').count()).toBe(0);
    await page.locator('#logins details.log').waitFor();
    expect(await readLayoutShifts(page)).toEqual([]);
    await part.getByRole('button', { name: t('settings.push.on') }).press('Enter');
    await part.getByText(t('settings.push.isOn')).waitFor();
    expect(await subscriptionsOf(id)).toEqual([{ endpoint, is_phone: isPhone }]);
    expect(await accessibilityProblems(page)).toEqual([]);

    const push = await connectToWorker(page);
    const worker = await findWorker(page);
    const path = `${root}/post/1`;
    await push({ title: 'A', body: 'a', path, tag: 'replies:1', unread: ['replies:1'] });
    await expectSoon(() => shown(worker)).toEqual([['replies:1', 'A', 'a']]);
    const both = ['replies:1', 'letter:7'];
    await push({ title: 'B', body: 'b', path, tag: 'replies:1', unread: both });
    await push({ title: 'C', body: '', path, tag: 'letter:7', unread: both });
    await expectSoon(() => shown(worker)).toEqual([
      ['letter:7', 'C', ''],
      ['replies:1', 'B', 'b'],
    ]);
    // The next message removes notifications that were read elsewhere.
    await push({ title: 'D', body: '', path, tag: 'letter:7', unread: ['letter:7'] });
    await expectSoon(() => shown(worker)).toEqual([['letter:7', 'D', '']]);

    await part.getByRole('checkbox', { name: t('settings.notices.reply') }).press('Space');
    await part.getByRole('combobox', { name: t('settings.push.from') }).selectOption('23');
    await part.getByRole('combobox', { name: t('settings.push.until') }).selectOption('7');
    await part.getByRole('button', { name: t('settings.save') }).press('Enter');
    await part.getByText(t('settings.saved'), { exact: true }).waitFor();
    expect(await choiceOf(id)).toEqual({
      quiet_from: 23,
      quiet_until: 7,
      time_zone: 'Asia/Tokyo',
      replies: false,
    });

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    const off = part.getByRole('button', { name: t('settings.push.off') });
    await off.waitFor();
    expect(await colourProblems(page)).toEqual([]);
    await off.press('Enter');
    await part.getByText(t('settings.push.isOff')).waitFor();
    expect(await subscriptionsOf(id)).toEqual([]);
    const scopes = () =>
      page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      );
    await expectSoon(async () => (await scopes()).join()).not.toContain(PUSH_WORKER_SCOPE);
  });

test('[R30] a click on a message opens its floor, and closes it', async ({ page }) => {
  const id = await member(site.db);
  await subscribeHere(page, false);
  await login(page, site, id);
  const t = translator('zh');
  await page.goto(`${site.url}/zh/me/settings`);
  await page.getByRole('button', { name: t('settings.push.on') }).click();
  await page.getByText(t('settings.push.isOn')).waitFor();
  const push = await connectToWorker(page);
  const worker = await findWorker(page);
  await push({ title: 'A', body: 'a', path: '/zh/post/1#p2', tag: 'replies:1' });
  await push({ title: 'B', body: 'b', path: '/zh/post/3', tag: 'replies:3' });
  await expectSoon(() => shown(worker)).toHaveLength(2);

  // A worker may open a window only after a click on the notification.
  const opened = await worker.evaluate(() => {
    const scope = self as unknown as ShowingScope;
    const notification = scope.shown.find(({ tag }) => tag === 'replies:1');
    return new Promise<string>((resolve) => {
      scope.clients.openWindow = async (url) => {
        resolve(url);
        return null;
      };
      self.dispatchEvent(
        Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }),
      );
    });
  });
  expect(opened).toBe(`${site.url}/zh/post/1#p2`);
  await expectSoon(() => shown(worker)).toEqual([['replies:3', 'B', 'b']]);
});

test('[R30] opening the notifications removes those of the system', async ({ page }) => {
  await page.addInitScript((scope) => {
    const closed: string[] = [];
    const notifications = ['replies:1', 'letter:2'].map((tag) => ({
      tag,
      close: () => void closed.push(tag),
    }));
    const registration = {
      scope: location.origin + scope,
      getNotifications: async () => notifications,
    };
    navigator.serviceWorker.getRegistrations = async () => [registration] as never;
    Object.assign(globalThis, { closedTags: closed });
  }, PUSH_WORKER_SCOPE);
  await login(page, site, await member(site.db));
  await page.goto(`${site.url}/zh/me/messages`);
  const closed = () =>
    page.evaluate(() => (globalThis as unknown as { closedTags: string[] }).closedTags);
  await expectSoon(closed).toEqual(['replies:1', 'letter:2']);
});

test('[R30] if the browser blocks notifications, or can’t show any, the settings show the remedy, or nothing', async ({
  open,
}) => {
  const t = translator('zh');
  const id = await member(site.db);
  const blocked = await open();
  await blocked.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  );
  await login(blocked, site, id);
  await blocked.goto(`${site.url}/zh/me/settings`);
  await blocked.getByText(t('settings.push.blocked')).waitFor();
  await expectSoon(() => blocked.getByRole('button', { name: t('settings.push.on') }).count()).toBe(
    0,
  );

  const unable = await open();
  await unable.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'));
  await login(unable, site, id);
  await unable.goto(`${site.url}/zh/me/settings`);
  await unable.getByRole('region', { name: t('settings.notices.title'), exact: true }).waitFor();
  const part = unable.getByRole('region', { name: t('settings.push.title'), exact: true });
  await expectSoon(() => part.count()).toBe(0);
});

test('[R30] a permission that isn’t given leaves push off, and a browser elsewhere can be removed', async ({
  page,
}) => {
  const t = translator('zh');
  const id = await member(site.db);
  await site.db.execute(sql`
    with elsewhere as (
      insert into session (token_hash, user_id, expires_at)
      values (${`elsewhere${id}`}, ${id}, now() + interval '1 day')
      returning token_hash
    )
    insert into push_subscription (user_id, session_hash, endpoint, p256dh, auth)
    select ${id}, token_hash, ${`https://push.example/${id}`}, 'x', 'x'
    from elsewhere`);
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => 'default';
  });
  await login(page, site, id);
  await page.goto(`${site.url}/zh/me/settings`);
  await page.getByRole('button', { name: t('settings.push.on') }).click();
  await page.getByText(t('settings.push.refused')).waitFor();
  const name = t('settings.push.removeOne', { name: t('settings.logins.unknown') });
  await page.getByRole('button', { name }).click();
  await expectSoon(() => subscriptionsOf(id)).toEqual([]);
  await page.getByText(t('settings.push.kinds')).waitFor({ state: 'detached' });
});
