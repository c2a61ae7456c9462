import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { jsonBytes, MESSAGE_MAX } from '#contracts/limits.ts';
import { DraftsReplyWire } from '#contracts/wire/member.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { SaveDraftWire, SavedDraftReplyWire } from '#contracts/wire/writing.ts';
import { removeDraft, saveDraft } from '#domain/draft/save.ts';
import { readDrafts } from '#domain/draft/wire.ts';
import type { Ctx } from './context.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { limit, optionalId, pageIndex, requiredId } from './params.ts';
import { jsonBody, replies, router } from './router.ts';

/* What members are writing (R27). A ban doesn't take it from them. */

const tags = ['member'];
const path = '/v1/thread/draft';

export const drafts = router();

const writer = (c: Ctx): number => requireActor(c).userId;

drafts.openapi(
  createRoute({
    method: 'post',
    path,
    tags,
    ...may('draft.save', rate('draft')),
    summary: 'Saves a draft, or replaces it',
    description:
      'Without `id` a new one; for a reply (`thread_id`) the one that the caller has for it. `limit` when there are too many. With `base`, what another device wrote since is kept as a second draft; the answer’s `id` is the one to go on with.',
    request: { body: jsonBody(SaveDraftWire, jsonBytes(MESSAGE_MAX)) },
    responses: replies(SavedDraftReplyWire),
  }),
  async (c) => {
    const userId = writer(c);
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
      writer: by,
      age,
    } = c.req.valid('json');
    const saved = await saveDraft(c.var.deps.db, userId, {
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
      version: typeof base === 'string' ? { base, writer: by ?? '', age: age ?? 0 } : undefined,
    });
    return c.json(
      { code: 0, msg: 'ok', data: { id: saved.id, updated_at: saved.updatedAt.toISOString() } },
      200,
    );
  },
);

drafts.openapi(
  createRoute({
    method: 'get',
    path,
    tags,
    ...may('own.read'),
    summary: 'The caller’s drafts, the latest first',
    request: {
      query: z.object({
        id: optionalId,
        thread_id: optionalId,
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: replies(DraftsReplyWire),
  }),
  async (c) => {
    const actor = requireActor(c);
    const { id, thread_id, offset, limit: most } = c.req.valid('query');
    return c.json(
      await readDrafts(
        c.var.deps.db,
        actor,
        { id: id || undefined, threadId: thread_id || undefined },
        offset,
        most,
      ),
      200,
    );
  },
);

drafts.openapi(
  createRoute({
    method: 'delete',
    path,
    tags,
    ...may('draft.remove', rate('draft')),
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
    responses: replies(DoneWire),
  }),
  async (c) => {
    const { id, base, writer: by } = c.req.valid('query');
    await removeDraft(
      c.var.deps.db,
      writer(c),
      id,
      typeof base === 'string' ? { base, writer: by ?? '' } : undefined,
    );
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
