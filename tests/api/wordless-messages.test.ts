import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReportCaseDetailWire, ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import type { BookmarksReplyWire } from '#contracts/wire/bookmark.ts';
import type { ReviewRowWire } from '#contracts/wire/moderation.ts';
import type { ConversationWire, MessageWire } from '#contracts/wire/own-content.ts';
import type { SearchHitWire } from '#contracts/wire/search.ts';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { member } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Messages without words, as plain text for clients: an empty text would be an empty line. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [author, reader] = [PEOPLE.member, PEOPLE.otherMember];
const [me, them] = [await api.as(author), await api.as(reader)];
const reporter = await api.as(await member(db));
const moderator = await api.as(PEOPLE.administrator);

const PICTURE = '<p><img src="https://pictures.example/a.png" alt="截图"></p>';
const VIDEO = '<p><video src="https://videos.example/a.mp4"></video></p>';
const FRAME = '<p><iframe src="https://player.bilibili.com/player.html?bvid=BV1"></iframe></p>';
const STICKER = '<p><img class="emoji" src="assets/image/raccoon/[ok].gif" alt="ok"></p>';

/** The message, and its plain text for Chinese and English readers. */
const MESSAGES: readonly [name: string, sent: string, zh: string, en: string][] = [
  ['a picture', PICTURE, '[图片]', '[picture]'],
  ['a video', VIDEO, '[视频]', '[video]'],
  ['a video of another site', FRAME, '[视频]', '[video]'],
  ['a sticker', STICKER, '👌', '👌'],
];
/** The same for complete messages: every picture has its word. */
const WHOLE_MESSAGES: typeof MESSAGES = [
  ...MESSAGES,
  ['words and a picture', `<p>看这里</p>${PICTURE}`, '看这里 [图片]', '看这里 [picture]'],
  ['a picture and a sticker', `${PICTURE}${STICKER}`, '[图片] 👌', '[picture] 👌'],
];

const ask = async <T>(by: Caller, path: string, lang: string): Promise<T> =>
  (await by.call<T>('GET', `/api${path}`, undefined, { 'accept-language': lang })).body;
const inBoth = async <T>(read: (lang: string) => Promise<T>): Promise<[zh: T, en: T]> => [
  await read('zh'),
  await read('en'),
];

let count = 0;
const newThread = async (message: string): Promise<number> =>
  (
    await me.call<{ data: { id: number } }>('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject: `没有文字的主题 zqwordless${++count}`,
      message,
      language: 'zh_CN',
    })
  ).body.data.id;
const newReply = async (by: Caller, thread: number, message: string, quoted?: number) =>
  (
    await by.call<{ data: { id: number } }>('POST', '/api/v1/post', {
      thread_id: thread,
      message,
      ...(quoted === undefined ? {} : { quote_post_id: quoted }),
    })
  ).body.data.id;

let thread: number;
beforeAll(async () => {
  thread = await newThread('<p>这里有文字。</p>');
});
// A sticker is the same words each time.
beforeEach(() => db.execute(sql`delete from recent_content`));

test.each(WHOLE_MESSAGES)('[R30] a private message that is %s says so', async (_, sent, zh, en) => {
  const other = await member(db);
  await me.call('POST', '/api/v1/user/letter', { receive_user_id: other, note: sent });
  const otherMember = await api.as(other);
  const texts = await inBoth(async (lang) => {
    const { data: list } = await ask<{ data: ConversationWire[] }>(
      me,
      '/v1/user/letter/list',
      lang,
    );
    const [letters, inbox] = [
      await ask<{ data: MessageWire[] } | MessageWire[]>(
        me,
        `/v1/user/letter?receive_user_id=${other}`,
        lang,
      ),
      await ask<{ data: MessageWire[] }>(otherMember, '/v1/user/msg?category=5', lang),
    ];
    const [letter] = Array.isArray(letters) ? letters : letters.data;
    return [list[0]?.excerpt, letter?.message_fmt, inbox.data[0]?.send_message_fmt];
  });
  expect(texts).toEqual([
    [zh, zh, zh],
    [en, en, en],
  ]);
});

test.each(WHOLE_MESSAGES)(
  '[R36] in lists of one’s replies a reply that is %s says so',
  async (_, sent, zh, en) => {
    const quoted = await newReply(me, thread, sent);
    await newReply(them, thread, `<p>回答 ${quoted}</p>`, quoted);
    const texts = await inBoth(async (lang) => {
      type Posts = { data: { message_fmt: string; quote_post: { message_fmt: string } | null }[] };
      const own = await ask<Posts>(me, `/v1/user/post?user_id=${author}`, lang);
      const answers = await ask<Posts>(them, `/v1/user/post?user_id=${reader}`, lang);
      return [own.data[0]?.message_fmt, answers.data[0]?.quote_post?.message_fmt];
    });
    expect(texts).toEqual([
      [zh, zh],
      [en, en],
    ]);
  },
);

test.each(MESSAGES)('[R30] a notification names an answer that is %s', async (_, sent, zh, en) => {
  const own = await newReply(me, thread, sent);
  const comment = `<p>评论 ${own}</p>`;
  await them.call('POST', '/api/v1/post/comment', { post_id: own, message: comment });
  const told = (await ask<{ data: MessageWire[] }>(me, '/v1/user/msg?category=2', 'zh')).data;
  expect(told[0]).toMatchObject({ message_fmt: `评论 ${own}`, send_message_fmt: zh });
  await newReply(them, thread, sent, own);
  const texts = await inBoth(
    async (lang) =>
      (await ask<{ data: MessageWire[] }>(me, '/v1/user/msg?category=2', lang)).data[0]
        ?.message_fmt,
  );
  expect(texts).toEqual([zh, en]);
});

test.each(MESSAGES)('[R36] lists show a thread that is %s', async (_, sent, zh, en) => {
  const id = await newThread(sent);
  const texts = await inBoth(async (lang) => {
    const { ThreadIndex } = await ask<{ ThreadIndex: { id: number; message_fmt: string }[] }>(
      api,
      '/v1/thread/index?forum_id=1&order=created_at&limit=50',
      lang,
    );
    return ThreadIndex.find((row) => row.id === id)?.message_fmt;
  });
  expect(texts).toEqual([zh, en]);
});

test.each(MESSAGES)('[R25] a bookmark leads to a post that is %s', async (_, sent, zh, en) => {
  const post = await newReply(me, thread, sent);
  await them.call('POST', '/api/v2/user/bookmark', { post_id: post });
  const texts = await inBoth(
    async (lang) =>
      (await ask<BookmarksReplyWire>(them, `/v2/user/bookmarks?post_ids=${post}`, lang)).data[0]
        ?.post?.excerpt,
  );
  expect(texts).toEqual([zh, en]);
});

test.each(MESSAGES)('[R31] a search shows a thread that is %s', async (_, sent, zh, en) => {
  const id = await newThread(sent);
  await indexAllChanges(db);
  const texts = await inBoth(
    async (lang) =>
      (
        await ask<SearchHitWire[]>(api, `/v2/public/search/thread?keyword=zqwordless${count}`, lang)
      ).find((hit) => hit.id === id)?.content,
  );
  expect(texts).toEqual([zh, en]);
});

test.each(['图片', 'picture', '视频', 'video'])(
  '[R31] a search for %s finds no thread that merely shows one',
  async (keyword) => {
    const ids = [await newThread(PICTURE), await newThread(VIDEO)];
    await indexAllChanges(db);
    const hits = await ask<SearchHitWire[]>(
      api,
      `/v2/public/search/thread?keyword=${encodeURIComponent(keyword)}&limit=100`,
      'zh',
    );
    expect(hits.filter((hit) => ids.includes(hit.id))).toEqual([]);
  },
);

test.each(MESSAGES)('[R28] moderators see a reported post that is %s', async (_, sent, zh, en) => {
  const post = await newReply(me, thread, sent);
  const answer = await newReply(them, thread, `<p>回答 ${post}</p>`, post);
  const report = async (item: number) =>
    (
      await reporter.call<{ data: { id: number } }>('POST', '/api/v1/thread/post/report', {
        post_id: item,
        report_type: 'abuse',
        message: '看看',
      })
    ).body.data.id;
  const [ofPost, ofAnswer] = [await report(post), await report(answer)];
  const texts = await inBoth(async (lang) => {
    const { rows } = await ask<{ rows: ReportCaseWire[] }>(
      moderator,
      '/v2/moderation/reports?limit=100',
      lang,
    );
    const { answers } = await ask<ReportCaseDetailWire>(
      moderator,
      `/v2/moderation/reports/${ofAnswer}`,
      lang,
    );
    return [rows.find(({ id }) => id === ofPost)?.excerpt, answers?.excerpt];
  });
  expect(texts).toEqual([
    [zh, zh],
    [en, en],
  ]);
});

test.each(MESSAGES)('[R32] moderators see a pending post that is %s', async (_, sent, zh, en) => {
  const post = await newReply(me, thread, sent);
  await db.execute(sql`update post set checked = false where id = ${post}`);
  const texts = await inBoth(
    async (lang) =>
      (
        await ask<{ data: ReviewRowWire[] }>(moderator, '/v2/moderation/review?limit=100', lang)
      ).data.find((row) => row.post_id === post)?.text,
  );
  expect(texts).toEqual([zh, en]);
});

test('[R24] a quote of many pictures, too long to be shown completely, says so', async () => {
  const pictures = Array.from(
    { length: 20 },
    (_, at) => `<img src="https://pictures.example/${at}.png" alt="">`,
  );
  const many = await newReply(me, thread, `<p>${pictures.join('')}</p>`);
  const answer = await newReply(them, thread, `<p>回答 ${many}</p>`, many);
  const texts = await inBoth(async (lang) => {
    type Posts = { data: { id: number; quote_post: { message: string } | null }[] };
    const { data } = await ask<Posts>(them, `/v1/user/post?user_id=${reader}`, lang);
    return data.find(({ id }) => id === answer)?.quote_post?.message;
  });
  expect(texts).toEqual(['<p>[图片]</p>', '<p>[picture]</p>']);
});
