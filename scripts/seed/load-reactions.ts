import { marked } from 'marked';
import type { Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import type { Policy } from '#domain/message/policy.ts';
import { prepareMessage } from '#domain/message/prepare.ts';
import { sections } from './community.ts';
import { insertAll } from './insert.ts';
import type { Written } from './load-posts.ts';
import { userId, userIds } from './people.ts';
import { chance } from './timeline.ts';

const DAY = 86_400_000;

/** Likes, favourites, comments and votes, each by a real row. */
export async function seedReactions(
  tx: Tx,
  written: Written[],
  policy: Policy,
  now: Date,
): Promise<void> {
  const random = chance(20261121);
  const everybody = [...userIds.values()];
  const some = (count: number): number[] =>
    [...everybody].sort(() => random() - 0.5).slice(0, Math.min(count, everybody.length));
  const later = (at: Date) => new Date(at.getTime() + random() * (now.getTime() - at.getTime()));
  const postLikes = written
    .filter((post) => post.reply)
    .flatMap((post) =>
      some(post.reply?.likes ?? 0).map((userId) => ({
        userId,
        postId: post.id,
        createdAt: later(post.at),
      })),
    );
  await insertAll(postLikes, (chunk) => tx.insert(schema.postLike).values(chunk));
  const first = written.filter((post) => post.floor === 0);
  const threadLikes = first.flatMap((post) =>
    some(post.thread.likes).map((userId) => ({
      userId,
      threadId: post.threadId,
      createdAt: later(post.at),
    })),
  );
  await insertAll(threadLikes, (chunk) => tx.insert(schema.threadLike).values(chunk));
  const favourites = first.flatMap((post) =>
    some(Math.round(post.thread.likes / 3)).map((userId) => ({
      userId,
      threadId: post.threadId,
      createdAt: later(post.at),
    })),
  );
  await insertAll(favourites, (chunk) => tx.insert(schema.threadFavourite).values(chunk));
  const forumFavourites = sections
    .flatMap((section) => section.forums)
    .flatMap((_, index) =>
      some(4 + Math.floor(random() * 30)).map((userId) => ({ userId, forumId: index + 1 })),
    );
  await insertAll(forumFavourites, (chunk) => tx.insert(schema.forumFavourite).values(chunk));
  const commented = written.flatMap((post) =>
    (post.reply?.comments ?? []).map((one, index) => ({ post, one, index })),
  );
  const comments: (typeof schema.comment.$inferInsert)[] = [];
  for (const { post, one, index } of commented) {
    const message = await prepareMessage(marked.parseInline(one.text, { async: false }), policy);
    const at = new Date(Math.min(post.at.getTime() + (index + 1) * 240_000, now.getTime()));
    comments.push({
      postId: post.id,
      threadId: post.threadId,
      userId: userId(one.by),
      source: message.source,
      html: message.html,
      policy: message.policy,
      excerpt: message.excerpt,
      contentHash: message.contentHash,
      createdAt: at,
      updatedAt: at,
    });
  }
  await insertAll(comments, (chunk) => tx.insert(schema.comment).values(chunk));
  for (const { thread, threadId, at } of first) {
    if (!thread.poll) continue;
    await tx.insert(schema.poll).values({
      threadId,
      question: thread.poll.question,
      maxChoices: thread.poll.maxChoices,
      days: thread.poll.days,
      expiresAt: new Date(at.getTime() + thread.poll.days * DAY),
      createdAt: at,
    });
    const options = await tx
      .insert(schema.pollOption)
      .values(thread.poll.options.map((text, rank) => ({ threadId, rank, text })))
      .returning({ id: schema.pollOption.id });
    const taste = options.map(() => random() ** 2 + 0.05);
    const choose = () => {
      let left = random() * taste.reduce((sum, one) => sum + one, 0);
      return (options.find((_, index) => (left -= taste[index] as number) <= 0) ?? options[0])
        ?.id as number;
    };
    const maxChoices = thread.poll.maxChoices;
    await tx.insert(schema.pollVote).values(
      some(18 + Math.floor(random() * 36)).map((userId) => ({
        threadId,
        userId,
        optionIds: [...new Set(Array.from({ length: maxChoices }, choose))],
        createdAt: later(at),
      })),
    );
  }
}

export async function seedNotifications(tx: Tx, written: Written[], now: Date): Promise<void> {
  const recent = written.filter(
    (post) =>
      post.reply &&
      !post.reply.deleted &&
      now.getTime() - post.at.getTime() < 10 * DAY &&
      post.reply.by !== post.thread.by,
  );
  await insertAll(recent, (chunk) =>
    tx.insert(schema.notification).values(
      chunk.map((post) => ({
        userId: userId(post.thread.by),
        category: 1,
        kind: 'reply',
        actorId: userId(post.reply?.by ?? post.thread.by),
        threadId: post.threadId,
        postId: post.id,
        createdAt: post.at,
        readAt: now.getTime() - post.at.getTime() < 1.5 * DAY ? null : post.at,
      })),
    ),
  );
}
