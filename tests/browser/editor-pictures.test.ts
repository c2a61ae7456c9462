import { beforeAll, expect } from 'vitest';
import { accessibilityProblems, expectComplaints, expectSoon, test } from '../support/browser.ts';
import type { FoundThread } from '../support/find-thread.ts';
import {
  findOpenThread,
  openEditorWith,
  pasteInto,
  readLocalDraft,
  replyTextbox,
  sendButton,
  toolButton,
} from '../support/reply-composer.ts';
import { animation, HEIC, phonePhoto, SVG, uniquePicture } from '../support/sample-pictures.ts';
import { startSite } from '../support/test-site.ts';

/* Pictures in what members write (R33). */

const site = await startSite();
/** What the server takes, in bytes. */
const LIMIT = 2 * 1024 * 1024;
let thread: FoundThread;
let png: Buffer;
beforeAll(async () => {
  thread = await findOpenThread(site);
  png = await uniquePicture(640, 320, 3).png().toBuffer();
});
const address = (lang = 'zh') => `${site.url}/${lang}/post/${thread.id}`;
const FILE = '**/api/v1/thread/file';
const stored = /<img src="\/uploads\/[0-9a-f]{2}\/[0-9a-f]{32}[^"]*" alt="[^"]*">/;

test('[R33] a picture chosen by the button is uploaded with its progress, described, and published; a refusal stands at its picture and the text stays, a failed upload is tried again, a running one cancelled', async ({
  page,
  complaints,
}) => {
  let release = (): void => undefined;
  await page.route(FILE, async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  await openEditorWith(page, site, address(), '看图 ');
  const chosen = page.waitForEvent('filechooser');
  await toolButton(page, '图片').click();
  await (await chosen).setFiles({ name: 'screen.png', mimeType: 'image/png', buffer: png });
  await replyTextbox(page).getByRole('progressbar').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await readLocalDraft(page, thread.id)).not.toMatch(/<img|data:|blob:/);
  await sendButton(page).click();
  await page.getByText('图片还没有传完').waitFor();
  release();
  await expectSoon(() => readLocalDraft(page, thread.id)).toMatch(stored);
  await replyTextbox(page).locator('.picture img').first().click();
  await page.getByRole('textbox', { name: '图片说明' }).fill('桌面截图');
  expect(await accessibilityProblems(page)).toEqual([]);
  await expectSoon(() => readLocalDraft(page, thread.id)).toContain('alt="桌面截图"');
  await sendButton(page).click();
  const shown = page.locator('#replies > .reply img[alt="桌面截图"]');
  await shown.waitFor();
  expect([await shown.getAttribute('width'), await shown.getAttribute('height')]).toEqual([
    '640',
    '320',
  ]);

  await page.unroute(FILE);
  await replyTextbox(page).fill('正文');
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chosen = page.waitForEvent('filechooser');
    await toolButton(page, '图片').click();
    await (await chosen).setFiles({ name, mimeType, buffer });
  };
  const refused: [string, string, Buffer, string][] = [
    ['photo.heic', 'image/heic', HEIC, '不支持 HEIC 照片'],
    ['x.svg', 'image/svg+xml', SVG, '不支持 SVG 矢量图'],
    ['big.png', 'image/png', Buffer.alloc(LIMIT + 1), '不支持这种格式'],
    [
      'moves.gif',
      'image/gif',
      Buffer.concat([await animation(80, 40, 3), Buffer.alloc(LIMIT)]),
      '动图不能自动缩小',
    ],
    [
      'moves.webp',
      'image/webp',
      Buffer.concat([await animation(80, 40, 3, 'webp'), Buffer.alloc(LIMIT)]),
      '动图不能自动缩小',
    ],
    ['broken.png', 'image/png', Buffer.from('no picture'), '不支持这种格式'],
  ];
  for (const [name, type, buffer, words] of refused) {
    await choose(name, type, buffer);
    await expectSoon(() => replyTextbox(page).getByRole('alert').textContent()).toContain(words);
    await replyTextbox(page).getByRole('button', { name: '移除' }).click();
    expect(await replyTextbox(page).locator('.picture').count()).toBe(0);
  }
  let broken = true;
  await page.route(FILE, (route) => (broken ? route.abort() : route.continue()));
  await choose('a.png', 'image/png', png);
  await replyTextbox(page).getByRole('button', { name: '再试一次' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await readLocalDraft(page, thread.id)).toBe('<p>正文</p>');
  broken = false;
  await replyTextbox(page).getByRole('button', { name: '再试一次' }).click();
  await expectSoon(() => readLocalDraft(page, thread.id)).toMatch(stored);
  await page.unroute(FILE);
  await page.route(FILE, () => undefined);
  await choose('b.png', 'image/png', await uniquePicture(40, 40, 9).png().toBuffer());
  await replyTextbox(page).getByRole('button', { name: '取消' }).click();
  expect(await replyTextbox(page).locator('.picture').count()).toBe(1);
  await expectComplaints(
    complaints,
    /status of 415 .*\/api\/v1\/thread\/file/,
    /net::ERR_FAILED .*\/api\/v1\/thread\/file/,
  );
});

test('[R33] pictures are pasted and dropped, one inside of pasted HTML is uploaded instead of kept as data; a phone’s photo that is too large is made smaller before it is sent, upright and in its proportions', async ({
  page,
}) => {
  await openEditorWith(page, site, address(), '');
  const base64 = png.toString('base64');
  await pasteInto(page, {}, [{ name: 'a.png', type: 'image/png', base64 }]);
  await expectSoon(
    async () => (await readLocalDraft(page, thread.id)).match(/<img src="\/uploads/g)?.length,
  ).toBe(1);
  await replyTextbox(page).evaluate((element, data) => {
    const transfer = new DataTransfer();
    transfer.items.add(
      new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], 'b.png', {
        type: 'image/png',
      }),
    );
    const { left, top } = element.getBoundingClientRect();
    for (const type of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(
        new DragEvent(type, {
          dataTransfer: transfer,
          bubbles: true,
          cancelable: true,
          clientX: left + 20,
          clientY: top + 20,
        }),
      );
  }, base64);
  await expectSoon(
    async () => (await readLocalDraft(page, thread.id)).match(/<img src="\/uploads/g)?.length,
  ).toBe(2);
  expect(await page.locator('.rich[data-drop]').count()).toBe(0);
  await pasteInto(page, {
    'text/html': `<p>来自文档<img src="data:image/png;base64,${base64}"><img src="file:///c:/x.png"></p>`,
    'text/plain': '来自文档',
  });
  await expectSoon(
    async () => (await readLocalDraft(page, thread.id)).match(/<img src="\/uploads/g)?.length,
  ).toBe(3);
  expect(await readLocalDraft(page, thread.id)).not.toMatch(/data:|file:/);

  const jpeg = await phonePhoto();
  expect(jpeg.length).toBeGreaterThan(LIMIT);
  await replyTextbox(page).fill('现场照片 ');
  const sent = page.waitForRequest(FILE);
  const chosen = page.waitForEvent('filechooser');
  await toolButton(page, '图片').click();
  await (await chosen).setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  expect((await (await sent).response())?.status()).toBe(200);
  await expectSoon(() => readLocalDraft(page, thread.id)).toMatch(stored);
  await sendButton(page).click();
  const shown = page.locator('#replies > .reply', { hasText: '现场照片' }).locator('img:not(.av)');
  await shown.waitFor();
  const [width, height] = [
    Number(await shown.getAttribute('width')),
    Number(await shown.getAttribute('height')),
  ];
  expect(width / height).toBeCloseTo(3 / 4, 2); // it was taken upright, and is stored lying
  expect(height).toBeGreaterThan(1_500);
  // Red was on the left of the sensor, so it is above.
  const colours = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const context = new OffscreenCanvas(2, 2).getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0, 2, 2);
    const { data } = context.getImageData(0, 0, 1, 2);
    return [0, 4].map((at) => ((data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'));
  });
  expect(colours).toEqual(['red', 'blue']);
});
