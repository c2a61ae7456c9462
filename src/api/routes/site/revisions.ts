import { requireActor, requireScope } from '#auth/guards.ts';
import { readPostSource } from '#domain/content/post/edit.ts';
import { readRevision, readRevisions, removeRevision } from '#domain/content/post/revisions.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { createModerationCheck, getSite } from '../../http/caller.ts';

export const revisionRoutes = answerCalls({
  'GET /v1/thread/post/source': (c, { db, query: { id } }) => {
    const actor = requireActor(c);
    requireScope(actor, 'write');
    return readPostSource(db, actor, id, createModerationCheck(c));
  },

  'GET /v1/thread/post/revisions': (c, { db, query }) =>
    readRevisions(db, requireActor(c), query.id),

  'GET /v1/thread/post/revision': (c, { db, query: { post_id, id } }) => {
    const reader = { ...requireActor(c), ip: c.var.ip };
    return readRevision(db, getSite(c), reader, post_id, id ?? 0);
  },

  'DELETE /v1/thread/post/revision': (c, { db, actorId, query: { post_id, id, note } }) => {
    requireScope(requireActor(c), 'moderate');
    const revision = { postId: post_id, id, reason: note ?? '' };
    return removeRevision(db, actorId, revision, createModerationCheck(c));
  },
});
