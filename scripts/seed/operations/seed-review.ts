import { eq } from 'drizzle-orm';
import { marked } from 'marked';
import { threadLanguageOf } from '#contracts/language.ts';
import * as schema from '#db/schema/index.ts';
import { foldWord } from '#domain/message/fold-text.ts';
import { prepareMessage } from '#domain/message/prepare.ts';
import { userIdOf } from '../people.ts';
import { type HeldPost, heldReplies, heldThreads, words } from './held-posts.ts';
import { memberIdOf, type OperationsSeed } from './operations-seed.ts';

/** The review queue. Held posts affect no counter. */
export async function seedReviewQueue(seed: OperationsSeed): Promise<void> {
  const { tx, written } = seed;
  let postId = Math.max(...written.map((post) => post.id));
  let threadId = Math.max(...written.map((post) => post.threadId));
  const insertPost = async (
    held: HeldPost,
    place: { threadId: number; forumId: number; floor: number },
  ) => {
    const html = await marked.parse(held.markdown, { gfm: true, breaks: true });
    const message = await prepareMessage(html, seed.policy, { outline: place.floor === 0 });
    const at = seed.hoursAgo(held.age);
    postId += 1;
    await tx
      .insert(schema.post)
      .values({
        id: postId,
        ...place,
        userId: memberIdOf(held.by),
        source: message.source,
        html: message.html,
        policy: message.policy,
        excerpt: message.excerpt,
        contentHash: message.contentHash,
        checked: false,
        createdAt: at,
        updatedAt: at,
      });
    await tx.insert(schema.held).values({ postId, reason: held.reason, createdAt: at });
    return message.excerpt;
  };
  for (const one of heldThreads.toSorted((a, b) => b.age - a.age)) {
    threadId += 1;
    const at = seed.hoursAgo(one.age);
    const forumId = seed.forumIdOf(one.forum);
    await tx
      .insert(schema.thread)
      .values({
        id: threadId,
        forumId,
        themeId: seed.places.themeId(one.forum, one.theme),
        userId: memberIdOf(one.by),
        subject: one.subject,
        language: threadLanguageOf(one.lang),
        checked: false,
        firstPostId: postId + 1,
        lastPostId: postId + 1,
        lastUserId: memberIdOf(one.by),
        lastReplyAt: at,
        createdAt: at,
        updatedAt: at,
      });
    const excerpt = await insertPost(one, { threadId, forumId, floor: 0 });
    await tx.update(schema.thread).set({ excerpt }).where(eq(schema.thread.id, threadId));
  }
  for (const reply of heldReplies) {
    const { threadId: within, thread } = seed.threadAbout(reply.thread);
    const floor = thread.replies.length + 1;
    await insertPost(reply, { threadId: within, forumId: seed.forumIdOf(thread.forum), floor });
    await tx.update(schema.thread).set({ lastFloor: floor }).where(eq(schema.thread.id, within));
  }
}

export async function seedWords(seed: OperationsSeed): Promise<void> {
  await seed.tx
    .insert(schema.sensitiveWord)
    .values(
      words.map(({ word, action, replacement = '', by, days, enabled = true }) => ({
        word,
        normalized: foldWord(word),
        action,
        replacement,
        createdBy: userIdOf(by),
        enabled,
        createdAt: seed.hoursAgo(days * 24),
        updatedAt: seed.hoursAgo(days * 24),
      })),
    );
  for (const [at, added] of Map.groupBy(words, (one) => `${one.days} ${one.by} ${one.action}`))
    seed.log({
      actorId: userIdOf(at.split(' ')[1] as string),
      action: 'words.add',
      targetName: 'sensitive-words',
      detail: { words: added.map((one) => one.word), action: added[0]?.action },
      createdAt: seed.hoursAgo((added[0]?.days ?? 0) * 24),
    });
}
