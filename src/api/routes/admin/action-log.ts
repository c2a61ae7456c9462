import { createRoute, type z } from '@hono/zod-openapi';
import { LOG_TARGET_KINDS } from '#contracts/admin-choices.ts';
import { AppError } from '#contracts/errors.ts';
import { AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import {
  exportActionLog,
  LOG_TARGETS,
  type LogFilter,
  readActionLogTable,
} from '#domain/log/read.ts';
import { findUserId } from '#domain/user/find-user-id.ts';
import { MAX_COUNTED_ROWS } from '#platform/limits.ts';
import type { ApiContext } from '../../http/context.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  optionalId,
  optionalText,
  optionalTime,
  toLowerTimeBound,
  toUpperTimeBound,
} from '../../http/params.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';
import { adminTags } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { optionalChoice, past, personFilter, tableQuery } from './table-query.ts';

/* The action log: read, and never changed (a trigger sees to that). */

export const adminLogRoutes = createRouter();

const logQuery = tableQuery(['created_at'], '-created_at', {
  target: optionalChoice([...LOG_TARGETS, 'name']),
  about: optionalText(100).meta({
    description:
      'A number of what `target` says, or of any; or a person’s name, or that of what has no number',
  }),
  actor: personFilter,
  kind: optionalChoice(LOG_TARGET_KINDS),
  action: optionalText(60),
  forum_id: optionalId,
  from: optionalTime,
  to: optionalTime,
  past,
});

/** Undefined when nobody is meant by the name of who acted: then nothing is found. */
async function toLogFilter(
  c: ApiContext,
  { target, about, actor, kind, action, forum_id, from, to }: z.output<typeof logQuery>,
): Promise<LogFilter | undefined> {
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

adminLogRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/log',
    ...requireRight('log.read'),
    tags: adminTags,
    summary: 'What moderators and administrators did, the newest first',
    description: `\`kind\` is the noun of an act (thread), \`action\` one act (thread.delete). \`offset\` is at most ${MAX_COUNTED_ROWS}: what lies further back is behind \`past\`.`,
    request: { query: logQuery },
    responses: jsonResponses(tableReply(AdminLogEntryWire)),
  }),
  async (c) => {
    const query = c.req.valid('query');
    if (query.offset > MAX_COUNTED_ROWS)
      throw new AppError('malformed', { values: { field: 'offset' } });
    const filter = await toLogFilter(c, query);
    return c.json(
      filter
        ? await readActionLogTable(c.var.deps.db, filter, query.sort === 'created_at', query)
        : { rows: [], total: 0 },
      200,
    );
  },
);

async function* yieldNothing(): AsyncGenerator<z.infer<typeof AdminLogEntryWire>[]> {}

adminLogRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/log.csv',
    ...requireRight('log.read'),
    tags: adminTags,
    summary: 'The same as a file, all of it',
    request: { query: logQuery },
    responses: csvResponses,
  }),
  async (c) => {
    const query = c.req.valid('query');
    const filter = await toLogFilter(c, query);
    return sendCsv(
      c,
      'log',
      {
        id: (row) => row.id,
        at: (row) => row.created_at,
        actor: (row) => row.actor.nickname,
        actor_id: (row) => row.actor.id,
        action: (row) => row.action,
        target: (row) => row.target.kind,
        target_id: (row) => row.target.id || '',
        target_name: (row) => row.target.name,
        forum: (row) => row.forum_name,
        reason: (row) => row.reason,
        detail: (row) => row.detail,
      },
      filter ? exportActionLog(c.var.deps.db, filter, query.sort === 'created_at') : yieldNothing(),
    );
  },
);
