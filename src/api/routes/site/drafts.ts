import { requireActor } from '#auth/guards.ts';
import { readDrafts } from '#domain/content/draft/read.ts';
import { deleteDraft, saveDraft } from '#domain/content/draft/save.ts';
import { sanitizerThread } from '#domain/message/sanitizer-thread.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/* Drafts (R27); banned users can also use them. */

export const draftRoutes = answerCalls({
  'POST /v1/thread/draft': async (
    c,
    {
      db,
      body: {
        id,
        forum_id,
        thread_id,
        post_id,
        type_id,
        subject,
        message,
        language,
        poll,
        quote,
        revision,
        base,
        writer: writerId,
        age,
      },
    },
  ) => {
    sanitizerThread.warm().catch(() => {}); // a message will follow
    const saved = await saveDraft(db, requireActor(c), {
      id: id || undefined,
      forumId: forum_id || undefined,
      threadId: thread_id || undefined,
      postId: post_id || undefined,
      themeId: type_id || undefined,
      subject: subject ?? undefined,
      message: message ?? undefined,
      language: language ?? undefined,
      poll: poll ?? undefined,
      quote: quote ?? undefined,
      revision: revision ?? undefined,
      version:
        typeof base === 'string' ? { base, writer: writerId ?? '', age: age ?? 0 } : undefined,
    });
    return { id: saved.id, updated_at: saved.updatedAt.toISOString() };
  },

  'GET /v1/thread/draft': (c, { db, query: { id, thread_id, offset, limit } }) => {
    const wanted = { id: id || undefined, threadId: thread_id || undefined };
    return readDrafts(db, requireActor(c), wanted, offset, limit);
  },

  'DELETE /v1/thread/draft': (_, { db, actorId, query: { id, base, writer } }) => {
    const version = typeof base === 'string' ? { base, writer: writer ?? '' } : undefined;
    return deleteDraft(db, actorId, id, version);
  },
});
