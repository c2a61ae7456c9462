import { createRoute, type z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import { AdminLogEntryWire, LOG_KINDS } from '#contracts/wire/admin-moderation.ts';
import { COUNTED } from '#domain/publishing/read.ts';
import { findNamed } from '#domain/user/named.ts';
import { exportLog, LOG_TARGETS, type LogFilter, readLogTable } from '#moderation/log.ts';
import type { Ctx } from '../context.ts';
import { may } from '../middleware/may.ts';
import { optionalId, optionalText, optionalTime, sinceOf, untilOf } from '../params.ts';
import { replies, router } from '../router.ts';
import { tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';
import { choice, past, someone, tableQuery, tableReply } from './table.ts';

/* The action log: read, and never changed (a trigger sees to that). */

export const adminLog = router();

const query = tableQuery(['created_at'], '-created_at', {
  target: choice([...LOG_TARGETS, 'name']),
  about: optionalText(100).meta({
    description:
      'A number of what `target` says, or of any; or a person’s name, or that of what has no number',
  }),
  actor: someone,
  kind: choice(LOG_KINDS),
  action: optionalText(60),
  forum_id: optionalId,
  from: optionalTime,
  to: optionalTime,
  past,
});

/** Undefined when nobody is meant by the name of who acted: then nothing is found. */
async function filterOf(
  c: Ctx,
  { target, about, actor, kind, action, forum_id, from, to }: z.output<typeof query>,
): Promise<LogFilter | undefined> {
  const actorId = await findNamed(c.var.deps.db, actor);
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
    from: sinceOf(c, from),
    to: untilOf(c, to),
  };
}

adminLog.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/log',
    ...may('log.read'),
    tags,
    summary: 'What moderators and administrators did, the newest first',
    description: `\`kind\` is the noun of an act (thread), \`action\` one act (thread.delete). \`offset\` is at most ${COUNTED}: what lies further back is behind \`past\`.`,
    request: { query },
    responses: replies(tableReply(AdminLogEntryWire)),
  }),
  async (c) => {
    const asked = c.req.valid('query');
    if (asked.offset > COUNTED) throw new AppError('malformed', { values: { field: 'offset' } });
    const filter = await filterOf(c, asked);
    return c.json(
      filter
        ? await readLogTable(c.var.deps.db, filter, asked.sort === 'created_at', asked)
        : { rows: [], total: 0 },
      200,
    );
  },
);

async function* none(): AsyncGenerator<z.infer<typeof AdminLogEntryWire>[]> {}

adminLog.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/log.csv',
    ...may('log.read'),
    tags,
    summary: 'The same as a file, all of it',
    request: { query },
    responses: csvReply,
  }),
  async (c) => {
    const asked = c.req.valid('query');
    const filter = await filterOf(c, asked);
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
      filter ? exportLog(c.var.deps.db, filter, asked.sort === 'created_at') : none(),
    );
  },
);
