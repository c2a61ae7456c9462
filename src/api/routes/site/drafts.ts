import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { DraftsReplyWire } from '#contracts/wire/own-content.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { SaveDraftWire, SavedDraftReplyWire } from '#contracts/wire/requests.ts';
import { readDrafts } from '#domain/draft/read.ts';
import { deleteDraft, saveDraft } from '#domain/draft/save.ts';
import { maxJsonBytes } from '#platform/limits.ts';
import type { ApiContext } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { limit, optionalId, pageIndex, requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* What members are writing (R27). A ban doesn't take it from them. */

const tags = ['member'];
const draftPath = '/v1/thread/draft';

export const draftRoutes = createRouter();

const getUserId = (c: ApiContext): number => requireActor(c).userId;

draftRoutes.openapi(
  createRoute({
    method: 'post',
    path: draftPath,
    tags,
    ...requireRight('draft.save', limitRate('draft')),
    summary: 'Saves a draft, or replaces it',
    description:
      'Without `id` a new one; for a reply (`thread_id`) the one that the caller has for it. `limit` when there are too many, or when they are too large together; `length` for a message that is longer than a post may be. With `base`, what another device wrote since is kept as a second draft; the answer’s `id` is the one to go on with.',
    request: { body: jsonBody(SaveDraftWire, maxJsonBytes(MAX_MESSAGE_CHARACTERS)) },
    responses: jsonResponses(SavedDraftReplyWire),
  }),
  async (c) => {
    const actor = requireActor(c);
    const {
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
    } = c.req.valid('json');
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
    return c.json(
      { code: 0, msg: 'ok', data: { id: saved.id, updated_at: saved.updatedAt.toISOString() } },
      200,
    );
  },
);

draftRoutes.openapi(
  createRoute({
    method: 'get',
    path: draftPath,
    tags,
    ...requireRight('own.read'),
    summary: 'The caller’s drafts, the latest first',
    description:
      'A list that would be too large has the smallest drafts whole; `withheld` tells of the others. One that is asked for by `id` is whole.',
    request: {
      query: z.object({
        id: optionalId,
        thread_id: optionalId,
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: jsonResponses(DraftsReplyWire),
  }),
  async (c) => {
    const actor = requireActor(c);
    const { id, thread_id, offset, limit: pageSize } = c.req.valid('query');
    return c.json(
      await readDrafts(
        c.var.deps.db,
        actor,
        { id: id || undefined, threadId: thread_id || undefined },
        offset,
        pageSize,
      ),
      200,
    );
  },
);

draftRoutes.openapi(
  createRoute({
    method: 'delete',
    path: draftPath,
    tags,
    ...requireRight('draft.remove', limitRate('draft')),
    summary: 'Throws a draft away',
    description:
      'With `base` and `writer` as they were saved, a draft that another device has written on since stays.',
    request: {
      query: z.object({
        id: requiredId,
        base: SaveDraftWire.shape.base,
        writer: SaveDraftWire.shape.writer,
      }),
    },
    responses: jsonResponses(OkReplyWire),
  }),
  async (c) => {
    const { id, base, writer: writerId } = c.req.valid('query');
    await deleteDraft(
      c.var.deps.db,
      getUserId(c),
      id,
      typeof base === 'string' ? { base, writer: writerId ?? '' } : undefined,
    );
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
