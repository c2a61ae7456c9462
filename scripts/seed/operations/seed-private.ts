import { sql } from 'drizzle-orm';
import { marked } from 'marked';
import * as schema from '#db/schema/index.ts';
import { prepareMessage } from '#domain/message/prepare.ts';
import { SCHEDULE_REMINDERS_SQL } from '#domain/reading/bookmark/set-bookmark.ts';
import { people, userIdOf } from '../people.ts';
import { bookmarks, conversations, drafts, mailChoices, watching } from './letters.ts';
import type { OperationsSeed } from './operations-seed.ts';

/** Messages of at least this age are read. */
const READ_AFTER_HOURS = 8;
/** Days with unread marks, and the last hours that are unread in watched threads. */
const READ_DAYS = 7;
const UNREAD_HOURS = 24;
/** Days with notifications. */
const NOTIFIED_DAYS = 10;

/** Private messages between the demo users; the newest are unread. */
export async function seedLetters(seed: OperationsSeed): Promise<void> {
  const letters = conversations
    .flatMap(({ between, letters: exchanged }) =>
      exchanged.map(([from, age, text]) => ({
        from,
        to: between[0] === from ? between[1] : between[0],
        age,
        text,
      })),
    )
    .sort((a, b) => b.age - a.age);
  const lastLetters = new Map<string, typeof schema.conversation.$inferInsert>();
  for (const { from, to, age, text } of letters) {
    const { html, source, policy } = await prepareMessage(
      await marked.parse(text, { gfm: true, breaks: true }),
      seed.policy,
    );
    const [senderId, receiverId] = [userIdOf(from), userIdOf(to)];
    const createdAt = seed.hoursAgo(age);
    const [row] = await seed.tx
      .insert(schema.letter)
      .values({
        senderId,
        receiverId,
        html,
        source,
        policy,
        createdAt,
        readAt: age >= READ_AFTER_HOURS ? seed.hoursAgo(age - 1) : null,
      })
      .returning({ id: schema.letter.id });
    const lastLetterId = row?.id as number;
    for (const [userId, otherId] of [
      [senderId, receiverId],
      [receiverId, senderId],
    ] as const)
      lastLetters.set(`${userId} ${otherId}`, { userId, otherId, lastLetterId });
  }
  await seed.tx.insert(schema.conversation).values([...lastLetters.values()]);
}

export async function seedDrafts(seed: OperationsSeed): Promise<void> {
  await seed.tx.insert(schema.draft).values(
    drafts.map(({ by, age, forum, thread, subject, message }) => {
      const about = thread === undefined ? undefined : seed.threadAbout(thread);
      return {
        userId: userIdOf(by),
        forumId: seed.forumIdOf(forum ?? about?.thread.forum ?? ''),
        threadId: about?.threadId ?? null,
        body: { message, ...(subject === undefined ? {} : { subject }) },
        createdAt: seed.hoursAgo(age + 0.4),
        updatedAt: seed.hoursAgo(age),
      };
    }),
  );
}

/** Watches: threads in which a user wrote, and their choices. */
export async function seedWatching(seed: OperationsSeed): Promise<void> {
  const chosen = watching.map(({ by, age, level, forum, thread, user }) => ({
    userId: userIdOf(by),
    ...(forum !== undefined
      ? { kind: 'forum' as const, targetId: seed.forumIdOf(forum) }
      : user !== undefined
        ? { kind: 'user' as const, targetId: userIdOf(user) }
        : { kind: 'thread' as const, targetId: seed.threadAbout(thread ?? '').threadId }),
    level,
    chosen: true,
    createdAt: seed.hoursAgo(age),
  }));
  await seed.tx.insert(schema.watch).values(chosen);
  await seed.tx.execute(sql`
    insert into watch (user_id, kind, target_id, level, created_at)
    select user_id, 'thread', thread_id, 'all', min(created_at)
    from post
    where state = 'normal' and checked
    group by user_id, thread_id
    on conflict do nothing`);
}

/** Reading positions in watched threads: all but the latest day; older than a week is read. */
export async function seedReading(seed: OperationsSeed): Promise<void> {
  await seed.tx.execute(sql`update "user" set read_before = ${seed.hoursAgo(READ_DAYS * 24)}`);
  await seed.tx.execute(sql`
    insert into thread_read (user_id, thread_id, floor, read_at)
    select w.user_id, w.target_id, max(p.floor), max(p.created_at)
    from watch w
    join post p on p.thread_id = w.target_id
    where w.kind = 'thread'
      and (p.created_at < ${seed.hoursAgo(UNREAD_HOURS)} or p.user_id = w.user_id)
    group by w.user_id, w.target_id`);
}

export async function seedMailChoices(seed: OperationsSeed): Promise<void> {
  await seed.tx
    .insert(schema.mailChoice)
    .values(
      mailChoices.map(
        ({ by, digest = false, notices = {}, timeZone = 'Asia/Shanghai', ...choice }) => ({
          ...choice,
          userId: userIdOf(by),
          notices,
          digest,
          timeZone,
          digestAt: digest ? sql`mail_digest_due(${timeZone})` : null,
        }),
      ),
    );
}

export async function seedBookmarks(seed: OperationsSeed): Promise<void> {
  await seed.tx
    .insert(schema.bookmark)
    .values(
      bookmarks
        .toSorted((a, b) => b.age - a.age)
        .map(({ by, thread, age, note = '', remindIn }) => ({
          userId: userIdOf(by),
          postId: seed.threadAbout(thread).id,
          note,
          remindAt: remindIn === undefined ? null : seed.hoursAgo(-remindIn),
          createdAt: seed.hoursAgo(age),
        })),
    );
  await seed.tx.execute(sql.raw(SCHEDULE_REMINDERS_SQL));
}

/** Notifications of recent quotes, comments, mentions and likes; replies have theirs already. */
export async function seedReactionNotices(seed: OperationsSeed): Promise<void> {
  const { written, now } = seed;
  const since = seed.hoursAgo(NOTIFIED_DAYS * 24);
  const places = new Map(written.map((post) => [`${post.threadId}/${post.floor}`, post]));
  const comments = await seed.tx
    .select({ id: schema.comment.id, postId: schema.comment.postId })
    .from(schema.comment)
    .orderBy(schema.comment.id);
  const commentsByPost = Map.groupBy(comments, ({ postId }) => postId);
  const notices: (typeof schema.notification.$inferInsert)[] = [];
  const tell = (
    to: string,
    from: string,
    notice: {
      kind: string;
      category: number;
      threadId: number;
      postId: number;
      commentId?: number | undefined;
      at: Date;
    },
  ) => {
    const { at, ...rest } = notice;
    if (to === from || at < since || at > now) return;
    const isRead = at < seed.hoursAgo(30);
    notices.push({
      ...rest,
      userId: userIdOf(to),
      actorId: userIdOf(from),
      createdAt: at,
      readAt: isRead ? at : null,
    });
  };
  for (const { id, threadId, reply, at } of written) {
    if (!reply || reply.deleted) continue;
    const quoted = reply.quotes ? places.get(`${threadId}/${reply.quotes}`) : undefined;
    if (quoted?.reply)
      tell(quoted.reply.by, reply.by, { kind: 'quote', category: 2, threadId, postId: id, at });
    reply.comments.forEach((comment, index) => {
      const commentId = commentsByPost.get(id)?.[index]?.id;
      const commentedAt = new Date(at.getTime() + (index + 1) * 240_000);
      const notice = { kind: 'comment', category: 2, threadId, postId: id, commentId };
      tell(reply.by, comment.by, { ...notice, at: commentedAt });
    });
    for (const { handle, nickname } of people)
      if (reply.markdown.includes(`@${nickname}`))
        tell(handle, reply.by, { kind: 'mention', category: 6, threadId, postId: id, at });
  }
  const likes = written
    .filter((post) => post.at > since && (post.reply?.likes ?? post.thread.likes) > 2)
    .map((post) => {
      const at = seed.between(post.at, now);
      const author = post.reply?.by ?? post.thread.by;
      const likers = people.filter(({ handle, banned }) => handle !== author && !banned);
      return {
        userId: userIdOf(author),
        actorId: userIdOf(seed.pick(likers).handle),
        category: post.reply ? 2 : 1,
        kind: 'like',
        threadId: post.threadId,
        postId: post.reply ? post.id : null,
        createdAt: at,
        readAt: at < seed.hoursAgo(30) ? at : null,
      };
    });
  for (const one of [...notices, ...likes]) seed.notify(one);
}
