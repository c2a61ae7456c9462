import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { readModerationScope } from '#auth/moderation-scope.ts';
import { AppError } from '#contracts/errors.ts';
import { int } from '#contracts/wire/field-types.ts';
import {
  BanRequestWire,
  NoteWire,
  WarningsReplyWire,
  WarnReplyWire,
  WarnWire,
} from '#contracts/wire/moderation.ts';
import { type BanRequest, banUser, liftBan } from '#moderation/bans.ts';
import { countWarnings, readWarnings } from '#moderation/warning-list.ts';
import { warnAuthor, withdrawWarning } from '#moderation/warnings.ts';
import { requireModerator } from '../../http/caller.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  actionResponses,
  getActionContext,
  isFlagSet,
  parseLocalTime,
  sendActionResult,
  toReason,
  toUndoWire,
} from '../../http/moderation-action.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* Warnings and bans (R29). */

const tags = ['moderation'];

export const moderateUserRoutes = createRouter();

moderateUserRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/warning',
    tags,
    ...requireRight('user.warn', limitRate('moderate')),
    summary: 'Warns the author of a thread, a reply or a comment',
    description:
      '`note` is what they are told. `user_id`, when given, must be the author. `count` is how many of their warnings count now.',
    request: { body: jsonBody(WarnWire) },
    responses: { ...actionResponses, ...jsonResponses(WarnReplyWire) },
  }),
  async (c) => {
    const { thread_id, post_id, comment_id, user_id, note } = c.req.valid('json');
    const warned = await warnAuthor(
      getActionContext(c),
      requireModerator(c),
      { note, notify: true },
      {
        threadId: thread_id || undefined,
        postId: post_id || undefined,
        commentId: comment_id || undefined,
        userId: user_id || undefined,
      },
    );
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: {
          id: warned.id,
          count: await countWarnings(c.var.deps.db, warned.userId),
          undo: warned.undo.map(toUndoWire),
        },
      },
      200,
    );
  },
);

moderateUserRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/warning/count',
    tags,
    ...requireRight('warning.count'),
    summary: 'How many warnings of a person count',
    description: 'Withdrawn ones don’t. For the person and for moderators.',
    request: { query: z.object({ user_id: requiredId }) },
    responses: {
      ...jsonResponses(
        z.object({ code: int, msg: z.string(), data: int }).meta({ id: 'WarningCount' }),
      ),
      403: { description: 'Somebody else’s, and the caller moderates nowhere' },
    },
  }),
  async (c) => {
    const { user_id } = c.req.valid('query');
    const actor = requireActor(c);
    const reach = await readModerationScope(c.var.deps.db, actor);
    if (actor.userId !== user_id && !reach.isGlobal && reach.forums.length === 0)
      throw new AppError('forbidden');
    return c.json({ code: 0, msg: 'ok', data: await countWarnings(c.var.deps.db, user_id) }, 200);
  },
);

moderateUserRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/warnings',
    tags,
    ...requireRight('user.warn'),
    summary: 'A person’s warnings, the latest first, withdrawn ones included',
    request: { query: z.object({ user_id: requiredId }) },
    responses: jsonResponses(WarningsReplyWire),
  }),
  async (c) => {
    const rows = await readWarnings(c.var.deps.db, c.req.valid('query').user_id);
    const data = rows.map((row) => ({
      id: row.id,
      user_id: row.userId,
      moderator: { id: row.moderatorId, nickname: row.moderator },
      thread_id: row.threadId,
      post_id: row.postId ?? 0,
      subject: row.subject,
      note: row.note,
      created_at: row.createdAt.toISOString(),
      withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
    }));
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

moderateUserRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/moderation/warnings/{id}/withdraw',
    tags,
    ...requireRight('user.warn', limitRate('moderate')),
    summary: 'Takes a warning back; its person is told',
    request: { params: z.object({ id: requiredId }), body: jsonBody(NoteWire) },
    responses: actionResponses,
  }),
  async (c) =>
    sendActionResult(
      c,
      await withdrawWarning(
        getActionContext(c),
        requireModerator(c),
        toReason(c.req.valid('json')),
        c.req.valid('param').id,
      ),
    ),
);

moderateUserRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/user/crime',
    tags,
    ...requireRight('user.ban', limitRate('moderate')),
    summary: 'Bans a person (`action` 2), or ends a ban (1)',
    description:
      '`begin_at` and `end_at` are "YYYY-MM-DD" or "YYYY-MM-DD HH:mm:ss" in the community’s time zone; without the first it begins now, without the second somebody has to end it. It ends at `end_at` by itself. With `hide_thread` everything that the person has written is shown as hidden until then, in every public place when the call returns. A new ban replaces one in force. The person keeps reading, and is told `reason`, which a ban needs. Moderators and administrators are banned by administrators alone, administrators by those who have logged in within the last ten minutes (401 `loginAgain`). With `seen`, the ban in force that the caller knew of (0 for none), 409 when it is another one by now. `admin` is not used.',
    request: { body: jsonBody(BanRequestWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const { user_id, action, begin_at, end_at, reason, hide_thread, ...body } = c.req.valid('json');
    const expectedBanId = body.seen ?? undefined;
    if (action === 1)
      return sendActionResult(
        c,
        await liftBan(
          getActionContext(c),
          requireModerator(c),
          user_id,
          reason ?? '',
          expectedBanId,
        ),
      );
    const newBan: BanRequest = {
      userId: user_id,
      beginAt: parseLocalTime('begin_at', begin_at),
      endAt: parseLocalTime('end_at', end_at),
      reason: reason ?? '',
      hide: isFlagSet(hide_thread),
      expectedBanId,
    };
    return sendActionResult(c, await banUser(getActionContext(c), requireModerator(c), newBan));
  },
);
