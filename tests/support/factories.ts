import { sql } from 'drizzle-orm';
import { appearanceOf } from '#contracts/appearance.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';
import { inTransaction } from '#db/statement.ts';
import { insertReply } from '#domain/content/post/insert-reply.ts';
import { insertThread } from '#domain/content/thread/insert-thread.ts';
import { getNewThreadInvalidations } from '#domain/shared/thread-invalidations.ts';
import { invalidate } from '#outbox/invalidation.ts';

/*
 * Rows for tests, in a few milliseconds each, without the API. They are inserted as the product
 * does, so counters are right and pages are published. Rights, captchas and word filters are not
 * checked.
 */

/** The group of members without any power. */
const MEMBERS = 10;
const TIME_ZONE = 'Asia/Shanghai';

let count = 0;
/** A text that no other row of this process has. */
const unique = (): string => `${process.pid}-${++count}`;

/** Adds a member without any power who joined a year ago; resolves with the user's id. */
export async function member(
  db: Db,
  { nickname = `成员${unique()}`, groupId = MEMBERS } = {},
): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into "user" (
      username,
      nickname,
      name_appearance,
      group_id,
      created_at
    )
    values (
      ${`member-${unique()}`},
      ${nickname},
      ${appearanceOf(nickname)},
      ${groupId},
      now() - interval '1 year'
    )
    returning id`);
  return rows[0]?.id as number;
}

export interface MadeThread {
  id: number;
  author: number;
  /** Ids of its replies, the first floor first. */
  replies: number[];
}

interface ThreadWishes {
  replies?: number;
  /** The author; a new member by default, also for the replies. */
  author?: number;
  replier?: number;
  /** Each reply quotes the previous one. */
  quoting?: boolean;
  forumId?: number;
  subject?: string;
  /** The first post's message, as HTML in the stored form. */
  html?: string;
  language?: ThreadLanguage;
}

const messageOf = (html: string) => ({
  source: html,
  html,
  policy: 0,
  excerpt: html.replace(/<[^>]*>/g, ''),
  contentHash: unique(),
  images: 0,
  ip: '',
  timeZone: TIME_ZONE,
  checked: true,
  holdReason: '',
});

/** Adds a thread with its first post and replies to a public forum. */
export async function thread(
  db: Db,
  { replies = 0, forumId = 1, language = 'zh_CN', ...wishes }: ThreadWishes = {},
): Promise<MadeThread> {
  const author = wishes.author ?? (await member(db));
  const replier = wishes.replier ?? (replies > 0 ? await member(db) : author);
  const subject = wishes.subject ?? `主题 ${unique()}`;
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from theme where forum_id = ${forumId} order by rank, id limit 1`,
  );
  const themeId = rows[0]?.id as number;
  const id = await inTransaction(db, async (tx) => {
    const [made] = await insertThread(tx, {
      ...messageOf(wishes.html ?? `<p>${subject}的正文</p>`),
      forumId,
      themeId,
      userId: author,
      subject,
      language,
      poll: false,
      mentions: [],
    });
    const threadId = made?.id as number;
    await invalidate(tx, getNewThreadInvalidations({ threadId, forumId, userId: author }));
    return threadId;
  });
  const ids: number[] = [];
  for (let floor = 1; floor <= replies; floor++) {
    const [reply] = await insertReply(db, {
      ...messageOf(`<p>${subject}的第 ${floor} 楼</p>`),
      threadId: id,
      userId: replier,
      quotePostId: wishes.quoting ? (ids.at(-1) ?? null) : null,
      quoteAuthor: wishes.quoting && floor > 1 ? replier : null,
      receiverIds: [],
      receiverCategories: [],
      receiverKinds: [],
      uploads: [],
      draftId: null,
      draftBase: '',
      draftWriter: '',
      key: null,
    });
    ids.push(reply?.id as number);
  }
  return { id, author, replies: ids };
}
