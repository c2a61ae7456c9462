import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { PostListReplyWire } from '#contracts/wire/post.ts';
import type { ThreadInfoReplyWire } from '#contracts/wire/thread.ts';
import {
  MEMBER,
  pageFile,
  startPublishingSite,
  waitPatiently,
} from '../support/publishing-site.ts';

/* Texts above all limits, which an import or an operator’s statement may store. */

vi.setConfig({ testTimeout: 120_000 });

const NOTICE = '这条内容太长，无法显示。';
/** Too little memory for a text of a hundred megabytes. */
const site = await startPublishingSite({ RENDERER_HEAP_MB: '96' });

const PARAGRAPH = '<p>一二三四五六七八九十</p>';
const setHtml = (postId: number, paragraphs: number) =>
  site.db.execute(
    sql`update post set html = repeat(${PARAGRAPH}, ${paragraphs}::int) where id = ${postId}`,
  );
const page = (threadId: number) => readFileSync(pageFile(site, `/zh/post/${threadId}`), 'utf8');
const read = async <T>(path: string) => {
  const response = await fetch(site.url + path);
  const text = await response.text();
  return { status: response.status, bytes: text.length, body: JSON.parse(text) as T };
};
const listReplies = (threadId: number) =>
  read<PostListReplyWire>(`/api/v1/thread/post/list?id=${threadId}&limit=100`);

test('[R39] a page with a reply of a hundred megabytes is published completely, with a notice instead of that reply', async () => {
  const thread = await site.thread('庞然');
  const large = await site.reply(thread, '要变大的回复');
  const next = await site.reply(thread, '后面的回复');
  await setHtml(large, 3_000_000);
  await site.order(`t:${thread}`);
  await waitPatiently(() => expect(page(thread)).toContain(NOTICE));
  expect(page(thread)).toContain('庞然正文');
  expect(page(thread)).toContain(`id="p${large}"`);
  expect(page(thread)).toContain(`id="p${next}"`);
  expect(page(thread)).toContain('后面的回复');

  const { status, bytes, body } = await listReplies(thread);
  expect([status, bytes < 100_000]).toEqual([200, true]);
  expect(body.data.map(({ message, withheld }) => [message, withheld])).toEqual([
    [NOTICE, 'tooLarge'],
    ['<p>后面的回复</p>', null],
  ]);
  const own = await read<unknown>(`/api/v1/user/post?user_id=${MEMBER}`);
  expect([own.status, own.bytes < 1_000_000]).toEqual([200, true]);
  const feed = await read<unknown>('/api/v2/public/posts');
  expect([feed.status, feed.bytes < 1_000_000]).toEqual([200, true]);
  expect(site.log()).not.toContain('renderer.exited');
});

test('[R39] so is a page whose first post is as large', async () => {
  const thread = await site.thread('楼主');
  const reply = await site.reply(thread, '楼下');
  const info = () => read<ThreadInfoReplyWire>(`/api/v1/thread/info?id=${thread}`);
  await setHtml((await info()).body.data.post.id, 3_000_000);
  await site.order(`t:${thread}`);
  await waitPatiently(() => expect(page(thread)).toContain(NOTICE));
  expect(page(thread)).toContain('楼主主题');
  expect(page(thread)).toContain(`id="p${reply}"`);
  expect((await info()).body.data.post).toMatchObject({ message: NOTICE, withheld: 'tooLarge' });
  expect(site.log()).not.toContain('renderer.exited');
});

test('[R39] texts that are too large together are shown up to a size', async () => {
  const thread = await site.thread('很多');
  for (let count = 1; count <= 10; count++)
    await setHtml(await site.reply(thread, `第${count}条`), 13_000);
  await site.order(`t:${thread}`);
  // 0.48 MB each, 4 MB together; earlier pages have fewer
  await waitPatiently(() => expect(page(thread).split(NOTICE).length - 1).toBe(2));
  // a list shows at least the smallest, whatever its size
  const { body } = await listReplies(thread);
  expect(body.data.filter(({ withheld }) => withheld === 'tooLarge')).toHaveLength(9);
  expect(site.log()).not.toContain('renderer.exited');
});
