import { threadLanguageOf } from '#contracts/language.ts';
import type { Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import type { PreparedMessage } from '#domain/message/prepare.ts';
import type { Picture } from './draw-pictures.ts';
import { insertInChunks } from './insert-in-chunks.ts';
import type { SeededForums } from './load-forums.ts';
import { userIdOf } from './people.ts';
import type { TimedPost } from './timeline.ts';

/** A post of a content file, ready to insert. */
export type SeededPost = TimedPost & {
  id: number;
  message: PreparedMessage;
  pictures: Set<string>;
};

type NewThread = typeof schema.thread.$inferInsert;
type NewPost = typeof schema.post.$inferInsert;

export async function seedThreads(
  tx: Tx,
  written: SeededPost[],
  places: SeededForums,
): Promise<void> {
  const first = written.filter((post) => post.floor === 0);
  await insertInChunks(first, (chunk) =>
    tx
      .insert(schema.thread)
      .values(
        chunk.map(
          ({ thread, threadId, at, id, message }): NewThread => ({
            id: threadId,
            forumId: places.forumIds.get(thread.forum) as number,
            themeId: places.themeId(thread.forum, thread.theme),
            userId: userIdOf(thread.by),
            subject: thread.subject,
            excerpt: message.excerpt,
            language: threadLanguageOf(thread.lang),
            state: thread.marks.has('deleted')
              ? 'deleted'
              : thread.marks.has('hidden')
                ? 'hidden'
                : 'normal',
            closed: thread.marks.has('closed'),
            resolved: thread.marks.has('resolved'),
            top: thread.marks.has('announced') ? 1 : 0,
            topForum: thread.marks.has('pinned') || thread.marks.has('announced') ? 1 : 0,
            digest: thread.marks.has('digest'),
            hasPoll: Boolean(thread.poll),
            viewsCnt: thread.views ?? 12 + thread.replies.length * 23 + thread.likes * 9,
            imagesCnt: message.images,
            firstPostId: id,
            createdAt: at,
            updatedAt: at,
            ...(thread.marks.has('deleted')
              ? { deletedAt: at, deletedBy: userIdOf(thread.by) }
              : {}),
          }),
        ),
      ),
  );
}

export async function seedPosts(
  tx: Tx,
  written: SeededPost[],
  places: SeededForums,
): Promise<void> {
  const byPlace = new Map(written.map((post) => [`${post.threadId}/${post.floor}`, post]));
  await insertInChunks(written, (chunk) =>
    tx.insert(schema.post).values(
      chunk.map(({ id, thread, threadId, floor, at, reply, message }): NewPost => {
        const quoted = reply?.quotes ? byPlace.get(`${threadId}/${reply.quotes}`) : undefined;
        return {
          id,
          threadId,
          floor,
          forumId: places.forumIds.get(thread.forum) as number,
          userId: userIdOf(reply?.by ?? thread.by),
          source: message.source,
          html: message.html,
          policy: message.policy,
          excerpt: message.excerpt,
          contentHash: message.contentHash,
          imagesCnt: message.images,
          featured: reply?.featured ?? false,
          state: reply?.deleted ? 'deleted' : 'normal',
          createdAt: at,
          updatedAt: at,
          ...(quoted
            ? { quotePostId: quoted.id, quoteUserId: userIdOf(quoted.reply?.by ?? thread.by) }
            : {}),
          ...(reply?.deleted ? { deletedAt: at, deletedBy: userIdOf(reply.by) } : {}),
        };
      }),
    ),
  );
}

export async function seedUploads(
  tx: Tx,
  written: SeededPost[],
  pictures: Picture[],
): Promise<void> {
  const unique = [...new Map(pictures.map((picture) => [picture.hash, picture])).values()];
  const rows = await tx
    .insert(schema.upload)
    .values(
      unique.map(({ url: _, ...picture }) => ({ ...picture, userId: 10000, usedAt: new Date() })),
    )
    .returning({ id: schema.upload.id, hash: schema.upload.hash });
  const ids = new Map(rows.map((row) => [row.hash, row.id]));
  const uses = written.flatMap((post) =>
    [...post.pictures].map((hash) => ({ postId: post.id, uploadId: ids.get(hash) as number })),
  );
  if (uses.length > 0) await tx.insert(schema.postUpload).values(uses);
}
