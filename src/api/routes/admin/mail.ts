import { AppError } from '#contracts/errors.ts';
import { sendTestMail } from '#domain/delivery/mail/deliver.ts';
import { mailTable, readMailState, setMailRate } from '#domain/delivery/mail/read-log.ts';
import { findUserId } from '#domain/people/find-user-id.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { answerTable } from './answer-table.ts';

export const adminMailRoutes = answerCalls({
  'GET /v2/admin/mail': (c, { db }) => readMailState(db, c.var.deps.env),

  'PUT /v2/admin/mail': async (c, { db, body }) => {
    await setMailRate(db, body.rate);
    return readMailState(db, c.var.deps.env);
  },

  ...answerTable('GET /v2/admin/mail/letters', {
    table: mailTable,
    toFilter: async ({ q, state, kind }, c) => ({
      state,
      kind,
      userId: await findUserId(c.var.deps.db, q),
    }),
  }),

  'POST /v2/admin/mail/test': (c, { db, actorId, body }) => {
    const { env } = c.var.deps;
    if (!env.SMTP_URL) throw new AppError('notFound');
    return sendTestMail({ db, env }, actorId, body.address);
  },
});
