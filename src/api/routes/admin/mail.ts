import { AppError } from '#contracts/errors.ts';
import { MAIL_KINDS, MAIL_STATES } from '#contracts/mailing.ts';
import {
  AdminMailWire,
  MailLogWire,
  SetMailRateWire,
  TestMailReplyWire,
} from '#contracts/wire/mail.ts';
import { sendTestMail } from '#domain/mail/deliver.ts';
import { mailTable, readMailState, setMailRate } from '#domain/mail/read-log.ts';
import { findUserId } from '#domain/user/find-user-id.ts';
import { createRouter } from '../../http/router.ts';
import { addAdminCall } from './admin-call.ts';
import { optionalChoice } from './table-query.ts';
import { addTableRoutes } from './table-routes.ts';

/* How mail is sent: what waits, what was sent, how fast, and whether it works at all. */

export const adminMailRoutes = createRouter();

addAdminCall(adminMailRoutes, 'GET /v2/admin/mail', {
  right: 'admin.read',
  summary: 'How sending mail is',
  reply: AdminMailWire,
  run: ({ db, c }) => readMailState(db, c.var.deps.env),
});

addAdminCall(adminMailRoutes, 'PUT /v2/admin/mail', {
  right: 'mail.manage',
  summary: 'Sets how many letters a minute are sent, by all hosts together',
  body: SetMailRateWire,
  reply: AdminMailWire,
  async run({ db, body, c }) {
    await setMailRate(db, body.rate);
    return readMailState(db, c.var.deps.env);
  },
});

addTableRoutes(adminMailRoutes, {
  path: '/v2/admin/mail/letters',
  right: 'admin.read',
  summary: 'Letters that wait or were sent in the last 90 days, the newest first',
  description: '`q` is somebody’s nickname or number. Their contents aren’t kept.',
  table: mailTable,
  row: MailLogWire,
  filters: { state: optionalChoice(MAIL_STATES), kind: optionalChoice(MAIL_KINDS) },
  toFilter: async ({ q, state, kind }, c) => ({
    state,
    kind,
    userId: await findUserId(c.var.deps.db, q),
  }),
  defaultSort: '-id',
  csv: {
    name: 'letters',
    columns: [
      'id',
      'created_at',
      'kind',
      'state',
      'user_id',
      'nickname',
      'address',
      'events',
      'tries',
      'error',
      'sent_at',
      'returned_at',
    ],
  },
});

addAdminCall(adminMailRoutes, 'POST /v2/admin/mail/test', {
  right: 'mail.manage',
  rate: 'mail',
  summary: 'Sends a letter to the caller’s own address at once',
  reply: TestMailReplyWire,
  errors: { 404: 'SMTP_URL isn’t set' },
  async run({ db, actorId, c }) {
    const { env } = c.var.deps;
    if (!env.SMTP_URL) throw new AppError('notFound');
    return sendTestMail({ db, env }, actorId);
  },
});
