import { createRoute, z } from '@hono/zod-openapi';
import { requireActor, requireScope } from '#auth/guards.ts';
import {
  PostSourceReplyWire,
  RevisionsReplyWire,
  RevisionTextReplyWire,
} from '#contracts/wire/revision.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { readRevision, readRevisions, removeRevision } from '#domain/post/revisions.ts';
import { readSource } from '#domain/post/source.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { optionalId, optionalText, requiredId } from './params.ts';
import { replies, router } from './router.ts';
import { mayModerate, siteOf } from './speaking.ts';

const tags = ['post'];
const absent = {
  404: { description: 'No such post, or one in a forum that the caller may not read' },
  406: { description: 'The post is deleted, hidden, or waits for review' },
};

export const revisions = router();

revisions.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/post/source',
    tags,
    middleware: [rate('read')] as const,
    summary: 'A post as it was sent, to be changed',
    description: 'For its author and for moderators; `id` may be the first post of a thread.',
    request: { query: z.object({ id: requiredId }) },
    responses: { ...replies(PostSourceReplyWire), ...absent },
  }),
  async (c) => {
    const actor = requireActor(c);
    requireScope(actor, 'write');
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readSource(c.var.deps.db, actor, c.req.valid('query').id, mayModerate(c)),
      },
      200,
    );
  },
);

revisions.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/post/revisions',
    tags,
    middleware: [rate('read')] as const,
    summary: 'The versions of a post',
    description:
      'For members. Newest first, at most 100; the one with `id` 0 is what stands there now. Empty for a post that was never edited.',
    request: { query: z.object({ id: requiredId }) },
    responses: { ...replies(RevisionsReplyWire), ...absent },
  }),
  async (c) => {
    const actor = requireActor(c);
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readRevisions(c.var.deps.db, actor, c.req.valid('query').id),
      },
      200,
    );
  },
);

revisions.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/post/revision',
    tags,
    middleware: [rate('read')] as const,
    summary: 'One version of a post',
    description:
      'For members. `post_id` with the `id` of a version; without one, what stands there now.',
    request: { query: z.object({ post_id: requiredId, id: optionalId }) },
    responses: { ...replies(RevisionTextReplyWire), ...absent },
  }),
  async (c) => {
    const actor = requireActor(c);
    const { post_id, id } = c.req.valid('query');
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readRevision(c.var.deps.db, siteOf(c), actor, post_id, id ?? 0),
      },
      200,
    );
  },
);

revisions.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/thread/post/revision',
    tags,
    ...may('revision.remove', rate('edit')),
    summary: 'Takes an old version of a post away for good',
    description: 'For moderators. The action log keeps who did it and why; the text is gone.',
    request: { query: z.object({ post_id: requiredId, id: requiredId, note: optionalText(500) }) },
    responses: replies(DoneWire),
  }),
  async (c) => {
    const actor = requireActor(c);
    requireScope(actor, 'moderate');
    const { post_id, id, note } = c.req.valid('query');
    await removeRevision(
      c.var.deps.db,
      actor.userId,
      { postId: post_id, id, reason: note ?? '' },
      mayModerate(c),
    );
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
