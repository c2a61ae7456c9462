import { requireActor, requireScope } from '#auth/guards.ts';
import { readPostSource } from '#domain/post/edit.ts';
import { readRevision, readRevisions, removeRevision } from '#domain/post/revisions.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { createModerationCheck, getSite } from '../../http/caller.ts';

export const revisionRoutes = answerCalls({
  'GET /v1/thread/post/source': async (c, { query: { id } }) => {
    const actor = requireActor(c);
    requireScope(actor, 'write');
    return readPostSource(c.var.deps.db, actor, id, createModerationCheck(c));
  },

  'GET /v1/thread/post/revisions': (c, { query: { id } }) =>
    readRevisions(c.var.deps.db, requireActor(c), id),

  'GET /v1/thread/post/revision': async (c, { query: { post_id, id } }) => {
    const reader = { ...requireActor(c), ip: c.var.ip };
    return readRevision(c.var.deps.db, getSite(c), reader, post_id, id ?? 0);
  },

  'DELETE /v1/thread/post/revision': async (c, { query: { post_id, id, note } }) => {
    const actor = requireActor(c);
    requireScope(actor, 'moderate');
    await removeRevision(
      c.var.deps.db,
      actor.userId,
      { postId: post_id, id, reason: note ?? '' },
      createModerationCheck(c),
    );
  },
});
