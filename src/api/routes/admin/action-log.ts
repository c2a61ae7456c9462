import { AppError } from '#contracts/errors.ts';
import { MAX_COUNTED_ROWS } from '#contracts/limits.ts';
import type { AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import { exportActionLog, type LogFilter, readActionLogTable } from '#domain/log/read.ts';
import { findUserId } from '#domain/people/find-user-id.ts';
import { answerCalls, type CallHandlers } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { toLowerTimeBound, toUpperTimeBound } from '../../http/time-bounds.ts';
import { sendRows } from './answer-table.ts';

/* The action log, which is read-only. */

type LogHandlers = NonNullable<CallHandlers['GET /v2/admin/log']>;

/** Undefined if no user matches the actor name, so the result is empty. */
async function toLogFilter(
  c: ApiContext,
  query: Parameters<LogHandlers['page']>[1]['query'],
): Promise<LogFilter | undefined> {
  const { target, about, actor, kind, action, forum_id, from, to } = query;
  const actorId = await findUserId(c.var.deps.db, actor);
  if (actorId === null) return undefined;
  const named = about?.trim();
  const number =
    named && /^[1-9]\d{0,8}$/.test(named) && target !== 'name' ? Number(named) : undefined;
  return {
    target,
    targetId: number,
    targetName: number === undefined ? named || undefined : undefined,
    actorId,
    action: action ?? kind,
    forumId: forum_id || undefined,
    from: toLowerTimeBound(c, from),
    to: toUpperTimeBound(c, to),
  };
}

async function* yieldNothing(): AsyncGenerator<AdminLogEntryWire[]> {}

export const adminLogRoutes = answerCalls({
  'GET /v2/admin/log': {
    async page(c, { db, query }) {
      if (query.offset > MAX_COUNTED_ROWS)
        throw new AppError('malformed', { values: { field: 'offset' } });
      const filter = await toLogFilter(c, query);
      return filter
        ? readActionLogTable(db, filter, query.sort === 'created_at', query)
        : { rows: [], total: 0 };
    },

    async file(c, { db, query }) {
      const filter = await toLogFilter(c, query);
      return sendRows(
        c,
        'GET /v2/admin/log',
        filter ? exportActionLog(db, filter, query.sort === 'created_at') : yieldNothing(),
      );
    },
  },
});
