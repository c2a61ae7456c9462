import { createRoute, z } from '@hono/zod-openapi';
import { requireActor, requireScope } from '#auth/guards.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import {
  PostSourceReplyWire,
  RevisionsReplyWire,
  RevisionTextReplyWire,
} from '#contracts/wire/revision.ts';
import { readRevision, readRevisions, removeRevision } from '#domain/post/revisions.ts';
import { readPostSource } from '#domain/post/source.ts';
import { createModerationCheck, getSite } from '../../http/caller.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { optionalId, optionalText, requiredId } from '../../http/params.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';

const tags = ['post'];
const postUnavailableResponses = {
  404: { description: 'No such post, or one in a forum that the caller may not read' },
  406: { description: 'The post is deleted, hidden, or waits for review' },
};

export const revisionRoutes = createRouter();

revisionRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/post/source',
    tags,
    middleware: [limitRate('read')] as const,
    summary: 'A post as it was sent, to be changed',
    description: 'For its author and for moderators; `id` may be the first post of a thread.',
    request: { query: z.object({ id: requiredId }) },
    responses: { ...jsonResponses(PostSourceReplyWire), ...postUnavailableResponses },
  }),
  async (c) => {
    const actor = requireActor(c);
    requireScope(actor, 'write');
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readPostSource(
          c.var.deps.db,
          actor,
          c.req.valid('query').id,
          createModerationCheck(c),
        ),
      },
      200,
    );
  },
);

revisionRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/post/revisions',
    tags,
    middleware: [limitRate('read')] as const,
    summary: 'The versions of a post',
    description:
      'For members. Newest first, at most 100; the one with `id` 0 is what stands there now. Empty for a post that was never edited.',
    request: { query: z.object({ id: requiredId }) },
    responses: { ...jsonResponses(RevisionsReplyWire), ...postUnavailableResponses },
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

revisionRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/post/revision',
    tags,
    middleware: [limitRate('read')] as const,
    summary: 'One version of a post',
    description:
      'For members. `post_id` with the `id` of a version; without one, what stands there now.',
    request: { query: z.object({ post_id: requiredId, id: optionalId }) },
    responses: { ...jsonResponses(RevisionTextReplyWire), ...postUnavailableResponses },
  }),
  async (c) => {
    const reader = { ...requireActor(c), ip: c.var.ip };
    const { post_id, id } = c.req.valid('query');
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readRevision(c.var.deps.db, getSite(c), reader, post_id, id ?? 0),
      },
      200,
    );
  },
);

revisionRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/thread/post/revision',
    tags,
    ...requireRight('revision.remove', limitRate('edit')),
    summary: 'Takes an old version of a post away for good',
    description: 'For moderators. The action log keeps who did it and why; the text is gone.',
    request: { query: z.object({ post_id: requiredId, id: requiredId, note: optionalText(500) }) },
    responses: jsonResponses(OkReplyWire),
  }),
  async (c) => {
    const actor = requireActor(c);
    requireScope(actor, 'moderate');
    const { post_id, id, note } = c.req.valid('query');
    await removeRevision(
      c.var.deps.db,
      actor.userId,
      { postId: post_id, id, reason: note ?? '' },
      createModerationCheck(c),
    );
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
