import { createRoute } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import { MAIL_KINDS, MAIL_STATES } from '#contracts/mailing.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import {
  AdminMailWire,
  MailLogWire,
  SetMailRateWire,
  TestMailReplyWire,
} from '#contracts/wire/mail.ts';
import { sendTestMail } from '#domain/mail/deliver.ts';
import { exportMailLog, readMailLog, readMailState, setMailRate } from '#domain/mail/read-log.ts';
import { findUserId } from '#domain/user/find-user-id.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags, getAdministrator } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { optionalChoice, tableQuery } from './table-query.ts';

/* How mail is sent: what waits, what was sent, how fast, and whether it works at all. */

export const adminMailRoutes = createRouter();

adminMailRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/mail',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'How sending mail is',
    responses: jsonResponses(AdminMailWire),
  }),
  async (c) => c.json(await readMailState(c.var.deps.db, c.var.deps.env), 200),
);

adminMailRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/mail',
    ...requireRight('mail.manage'),
    tags: adminTags,
    summary: 'Sets how many letters a minute are sent, by all hosts together',
    request: { body: jsonBody(SetMailRateWire) },
    responses: jsonResponses(AdminMailWire),
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    await setMailRate(db, c.req.valid('json').rate);
    return c.json(await readMailState(db, env), 200);
  },
);

const lettersQuery = tableQuery(['id'], '-id', {
  state: optionalChoice(MAIL_STATES),
  kind: optionalChoice(MAIL_KINDS),
});

adminMailRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/mail/letters',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Letters that wait or were sent in the last 90 days, the newest first',
    description: '`q` is somebody’s nickname or number. Their contents aren’t kept.',
    request: { query: lettersQuery },
    responses: jsonResponses(tableReply(MailLogWire)),
  }),
  async (c) => {
    const { db } = c.var.deps;
    const { q, state, kind, offset, limit } = c.req.valid('query');
    const userId = await findUserId(db, q);
    return c.json(await readMailLog(db, { state, kind, userId }, offset, limit), 200);
  },
);

adminMailRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/mail/letters.csv',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'The same as a file, all of it',
    request: { query: lettersQuery },
    responses: csvResponses,
  }),
  async (c) => {
    const { db } = c.var.deps;
    const { q, state, kind } = c.req.valid('query');
    const userId = await findUserId(db, q);
    return sendCsv(
      c,
      'letters',
      {
        id: (row) => row.id,
        created_at: (row) => row.created_at,
        kind: (row) => row.kind,
        state: (row) => row.state,
        user_id: (row) => row.user_id,
        nickname: (row) => row.nickname,
        address: (row) => row.address,
        events: (row) => row.events,
        tries: (row) => row.tries,
        error: (row) => row.error,
        sent_at: (row) => row.sent_at,
        returned_at: (row) => row.returned_at,
      },
      exportMailLog(db, { state, kind, userId }),
    );
  },
);

adminMailRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/mail/test',
    ...requireRight('mail.manage', limitRate('mail')),
    tags: adminTags,
    summary: 'Sends a letter to the caller’s own address at once',
    responses: {
      ...jsonResponses(TestMailReplyWire),
      404: { description: 'SMTP_URL isn’t set' },
    },
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    if (!env.SMTP_URL) throw new AppError('notFound');
    return c.json(await sendTestMail({ db, env }, getAdministrator(c).userId), 200);
  },
);
