import { marked } from 'marked';
import type { Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { prepareMessage } from '#domain/message/prepare.ts';
import type { SanitizePolicy } from '#domain/message/sanitize-policy.ts';
import { sections } from './community.ts';
import { insertInChunks } from './insert-in-chunks.ts';
import type { SeededPost } from './load-posts.ts';
import { userIdOf, userIds } from './people.ts';
import { seededRandom } from './timeline.ts';

const DAY_MS = 86_400_000;

/** Likes, favourites, comments and votes, with real rows. */
export async function seedReactions(
  tx: Tx,
  written: SeededPost[],
  policy: SanitizePolicy,
  now: Date,
): Promise<void> {
  const random = seededRandom(20261121);
  const everybody = [...userIds.values()];
  const someUsers = (count: number): number[] =>
    [...everybody].sort(() => random() - 0.5).slice(0, Math.min(count, everybody.length));
  const later = (at: Date) => new Date(at.getTime() + random() * (now.getTime() - at.getTime()));
  const postLikes = written
    .filter((post) => post.reply)
    .flatMap((post) =>
      someUsers(post.reply?.likes ?? 0).map((userId) => ({
        userId,
        postId: post.id,
        createdAt: later(post.at),
      })),
    );
  await insertInChunks(postLikes, (chunk) => tx.insert(schema.postLike).values(chunk));
  const first = written.filter((post) => post.floor === 0);
  const threadLikes = first.flatMap((post) =>
    someUsers(post.thread.likes).map((userId) => ({
      userId,
      threadId: post.threadId,
      createdAt: later(post.at),
    })),
  );
  await insertInChunks(threadLikes, (chunk) => tx.insert(schema.threadLike).values(chunk));
  const favourites = first.flatMap((post) =>
    someUsers(Math.round(post.thread.likes / 3)).map((userId) => ({
      userId,
      threadId: post.threadId,
      createdAt: later(post.at),
    })),
  );
  await insertInChunks(favourites, (chunk) => tx.insert(schema.threadFavourite).values(chunk));
  const forumFavourites = sections
    .flatMap((section) => section.forums)
    .flatMap((_, index) =>
      someUsers(4 + Math.floor(random() * 30)).map((userId) => ({ userId, forumId: index + 1 })),
    );
  await insertInChunks(forumFavourites, (chunk) => tx.insert(schema.forumFavourite).values(chunk));
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
      userId: userIdOf(one.by),
      source: message.source,
      html: message.html,
      policy: message.policy,
      excerpt: message.excerpt,
      contentHash: message.contentHash,
      createdAt: at,
      updatedAt: at,
    });
  }
  await insertInChunks(comments, (chunk) => tx.insert(schema.comment).values(chunk));
  for (const { thread, threadId, at } of first) {
    if (!thread.poll) continue;
    await tx
      .insert(schema.poll)
      .values({
        threadId,
        question: thread.poll.question,
        maxChoices: thread.poll.maxChoices,
        changeable: true,
        days: thread.poll.days,
        expiresAt: new Date(at.getTime() + thread.poll.days * DAY_MS),
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
    await tx
      .insert(schema.pollVote)
      .values(
        someUsers(18 + Math.floor(random() * 36)).map((userId) => ({
          threadId,
          userId,
          optionIds: [...new Set(Array.from({ length: maxChoices }, choose))],
          createdAt: later(at),
        })),
      );
  }
}

export async function seedNotifications(tx: Tx, written: SeededPost[], now: Date): Promise<void> {
  const recent = written.filter(
    (post) =>
      post.reply &&
      !post.reply.deleted &&
      now.getTime() - post.at.getTime() < 10 * DAY_MS &&
      post.reply.by !== post.thread.by,
  );
  await insertInChunks(recent, (chunk) =>
    tx
      .insert(schema.notification)
      .values(
        chunk.map((post) => ({
          userId: userIdOf(post.thread.by),
          category: 1,
          kind: 'reply',
          actorId: userIdOf(post.reply?.by ?? post.thread.by),
          threadId: post.threadId,
          postId: post.id,
          createdAt: post.at,
          readAt: now.getTime() - post.at.getTime() < 1.5 * DAY_MS ? null : post.at,
        })),
      ),
  );
}
