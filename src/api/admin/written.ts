import { createRoute, type z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import { JobStartedWire } from '#contracts/wire/admin-job.ts';
import {
  ActOnWrittenWire,
  MoveWrittenWire,
  PurgeWire,
  WRITTEN_KINDS,
  WRITTEN_STATES,
  WrittenWire,
} from '#contracts/wire/admin-moderation.ts';
import { exportWritten, readWritten, type WrittenFilter } from '#domain/post/admin-list.ts';
import { COUNTED } from '#domain/publishing/read.ts';
import { findNamed } from '#domain/user/named.ts';
import { moveThreads } from '#moderation/move.ts';
import { setReplyStates } from '#moderation/posts.ts';
import { startPurge } from '#moderation/purge-job.ts';
import { setThreadStates } from '#moderation/threads.ts';
import type { Ctx } from '../context.ts';
import { may } from '../middleware/may.ts';
import { rate } from '../middleware/rate.ts';
import { placeOf } from '../moderating.ts';
import { oneOf, optionalId, optionalTime, sinceOf, untilOf } from '../params.ts';
import { jsonBody, replies, router } from '../router.ts';
import { moderatorOf } from '../speaking.ts';
import { adminActed, answerHere, reasonOf } from './acted.ts';
import { administrator, tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';
import { choice, past, someone, tableQuery, tableReply } from './table.ts';

/* Threads and replies, whatever their state (R23, R24). */

export const adminWritten = router();

const query = tableQuery(['created_at'], '-created_at', {
  kind: oneOf(WRITTEN_KINDS, 'thread'),
  author: someone,
  forum_id: optionalId,
  state: choice(WRITTEN_STATES),
  from: optionalTime,
  to: optionalTime,
  past,
});

async function filterOf(
  c: Ctx,
  { kind, author, forum_id, state, from, to, q }: z.output<typeof query>,
): Promise<WrittenFilter> {
  return {
    kind,
    state,
    from: sinceOf(c, from),
    to: untilOf(c, to),
    words: q?.trim() || undefined,
    forumId: forum_id || undefined,
    authorId: await findNamed(c.var.deps.db, author),
  };
}

adminWritten.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/written',
    ...may('admin.read'),
    tags,
    summary: 'Threads or replies, the newest first',
    description: `\`q\`: words, found as the site's search finds them. \`author\`: a name or a number. \`offset\` is at most ${COUNTED}: what lies further back is behind \`past\`.`,
    request: { query },
    responses: replies(tableReply(WrittenWire)),
  }),
  async (c) => {
    const asked = c.req.valid('query');
    if (asked.offset > COUNTED) throw new AppError('malformed', { values: { field: 'offset' } });
    return c.json(
      await readWritten(
        c.var.deps.db,
        await filterOf(c, asked),
        asked.sort === 'created_at',
        asked,
      ),
      200,
    );
  },
);

adminWritten.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/written.csv',
    ...may('admin.read'),
    tags,
    summary: 'The same as a file, all of it',
    request: { query },
    responses: csvReply,
  }),
  async (c) => {
    const asked = c.req.valid('query');
    return sendCsv(
      c,
      asked.kind === 'thread' ? 'threads' : 'replies',
      {
        id: (row) => row.id,
        thread_id: (row) => row.thread_id,
        subject: (row) => row.subject,
        floor: (row) => row.storey,
        text: (row) => row.excerpt,
        forum: (row) => row.forum_name,
        author: (row) => row.author.nickname,
        author_id: (row) => row.author.id,
        state: (row) => row.state,
        created_at: (row) => row.created_at,
        deleted_at: (row) => row.deleted_at,
        deleted_by: (row) => row.deleted_by,
      },
      exportWritten(c.var.deps.db, await filterOf(c, asked), asked.sort === 'created_at'),
    );
  },
);

const STATES = { restore: 'normal', hide: 'hidden', delete: 'deleted' } as const;

for (const [verb, state] of Object.entries(STATES))
  adminWritten.openapi(
    createRoute({
      method: 'post',
      path: `/v2/admin/written/${verb}`,
      ...may(verb === 'hide' ? 'post.hide' : 'post.delete', rate('moderate')),
      tags,
      summary: {
        restore: 'Shows threads or replies again',
        hide: 'Hides threads or replies',
        delete: 'Deletes threads or replies, which can be restored',
      }[verb] as string,
      description:
        'All of them or none. When the call returns, no page shows what isn’t to be seen. With `notify` the authors are told.',
      request: { body: jsonBody(ActOnWrittenWire) },
      responses: adminActed,
    }),
    async (c) => {
      const { kind, ids, ...body } = c.req.valid('json');
      const change = kind === 'thread' ? setThreadStates : setReplyStates;
      return answerHere(c, await change(placeOf(c), moderatorOf(c), reasonOf(body), ids, state));
    },
  );

adminWritten.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/written/move',
    ...may('thread.move', rate('moderate')),
    tags,
    summary: 'Moves threads to a forum and one of its themes',
    request: { body: jsonBody(MoveWrittenWire) },
    responses: adminActed,
  }),
  async (c) => {
    const { ids, forum_id, theme_id, ...body } = c.req.valid('json');
    return answerHere(
      c,
      await moveThreads(placeOf(c), moderatorOf(c), reasonOf(body), ids, {
        forumId: forum_id,
        themeId: theme_id,
      }),
    );
  },
);

adminWritten.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/written/purge',
    ...may('content.purge', rate('moderate')),
    tags,
    summary: 'Removes deleted threads or replies for good',
    description:
      'A job; what isn’t deleted by then is left alone. The action log keeps that it was done, nothing keeps the text. This can’t be undone.',
    request: { body: jsonBody(PurgeWire) },
    responses: replies(JobStartedWire),
  }),
  async (c) => {
    const { kind, ids, note } = c.req.valid('json');
    return c.json(
      {
        job: await startPurge(
          c.var.deps.db,
          administrator(c).userId,
          [...new Set(ids)].map((id) => ({ kind, id })),
          note,
        ),
      },
      200,
    );
  },
);
