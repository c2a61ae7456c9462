import { beforeAll, describe, expect } from 'vitest';
import { accessibilityProblems, colourProblems, expectSoon, test } from '../support/browser.ts';
import { member } from '../support/factories.ts';
import {
  mailNow,
  setMailAddress,
  startMailForum,
  threadWithReplies,
} from '../support/mail-server.ts';

/* Received mails, opened as a mail program shows them. */

const { db, server, env, api } = await startMailForum();

const SUBJECTS = {
  zh: '一个没有空格的很长的标题它要在三百二十像素宽的屏幕上换行而不是让整封信向右滚动',
  en: 'Averylongwordthatdoesnotfitintothreehundredandtwentypixelsandmustbreaksomewhere',
};

/** The HTML of a received mail about three threads, in this language. */
async function receive(language: 'zh' | 'en'): Promise<string> {
  server.arrived = [];
  const id = await member(db, { nickname: `收信人${language}` });
  await setMailAddress(db, id, language);
  await (await api.as(id)).call('PUT', '/api/v2/user/mail', { frequency: 'now' });
  for (let count = 0; count < 3; count++)
    await threadWithReplies(db, api, id, { replies: count + 1, subject: SUBJECTS[language] });
  await mailNow(db, env);
  expect(server.arrived).toHaveLength(1);
  return String(server.arrived[0]?.html);
}

describe.each(['zh', 'en'] as const)('a mail in %s', (language) => {
  let html: string;
  beforeAll(async () => {
    html = await receive(language);
  });

  test('[R30, R42] fits a screen of 320 pixels, and can be read in light and dark colours', async ({
    open,
  }) => {
    const page = await open({ width: 320, height: 640, language });
    await page.setContent(html);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(320);
    expect(await accessibilityProblems(page)).toEqual([]);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).toBe('rgb(17, 20, 24)');
    expect(await colourProblems(page)).toEqual([]);
  });

  test('[R30] loads nothing from anywhere, so that nobody learns that it was opened', async ({
    open,
  }) => {
    const page = await open({ language });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setContent(html);
    expect(asked).toEqual([]);
    const links = page.locator('a');
    const ours = page.locator('a[href^="https://forum.example/"]');
    await expectSoon(() => ours.count()).toBeGreaterThan(5);
    await expectSoon(async () => (await links.count()) - (await ours.count())).toBe(0);
  });
});

test('[R30, R42] the unsubscribe page works without scripts, on a phone, in light and dark', async ({
  open,
}) => {
  await receive('zh');
  const [, path = ''] =
    /https:\/\/forum\.example(\/api\/mail\/unsubscribe\?token=\S+)/.exec(
      server.arrived[0]?.text ?? '',
    ) ?? [];
  const page = await open({ width: 390, height: 800, javaScriptEnabled: false });
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const answer = await api.send(request.method(), pathname + search);
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    });
  });
  await page.goto(`http://127.0.0.1:4321${path}`);
  await page.getByRole('button', { name: '退订' }).click();
  await page.getByRole('heading', { name: '已退订' }).waitFor();
  const asked = await open({ width: 390, height: 800 });
  await asked.setContent(await (await api.send('GET', path)).text());
  expect(await accessibilityProblems(asked)).toEqual([]);
  await asked.emulateMedia({ colorScheme: 'dark' });
  expect(await colourProblems(asked)).toEqual([]);
});
