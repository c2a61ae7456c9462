import { requireActor } from '#auth/guards.ts';
import { readDrafts } from '#domain/draft/read.ts';
import { deleteDraft, saveDraft } from '#domain/draft/save.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';

/* What members are writing (R27). A ban doesn't take it from them. */

const getUserId = (c: ApiContext): number => requireActor(c).userId;

export const draftRoutes = answerCalls({
  'POST /v1/thread/draft': async (
    c,
    {
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
    const actor = requireActor(c);
    const saved = await saveDraft(c.var.deps.db, actor, {
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

  'GET /v1/thread/draft': (c, { query: { id, thread_id, offset, limit: pageSize } }) =>
    readDrafts(
      c.var.deps.db,
      requireActor(c),
      { id: id || undefined, threadId: thread_id || undefined },
      offset,
      pageSize,
    ),

  'DELETE /v1/thread/draft': async (c, { query: { id, base, writer: writerId } }) => {
    await deleteDraft(
      c.var.deps.db,
      getUserId(c),
      id,
      typeof base === 'string' ? { base, writer: writerId ?? '' } : undefined,
    );
  },
});
