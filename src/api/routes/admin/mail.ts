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
import { readMailLog, readMailState, setMailRate } from '#domain/mail/read-log.ts';
import { findUserId } from '#domain/user/find-user-id.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags, getAdministrator } from './admin-access.ts';
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

adminMailRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/mail/letters',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Letters that wait or were sent in the last 90 days, the newest first',
    description: '`q` is somebody’s nickname or number. Their contents aren’t kept.',
    request: {
      query: tableQuery(['id'], '-id', {
        state: optionalChoice(MAIL_STATES),
        kind: optionalChoice(MAIL_KINDS),
      }),
    },
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
    method: 'post',
    path: '/v2/admin/mail/test',
    ...requireRight('mail.manage'),
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
