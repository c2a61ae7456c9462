import { createMiddleware } from 'hono/factory';
import { areSecretsEqual } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import { MAX_MAIL_REPORT_BYTES } from '#contracts/limits.ts';
import type { MailReturnedWire } from '#contracts/wire/mail.ts';
import { toBrandPageHeaders } from '#domain/config/brand-page.ts';
import { readCurrentBrand } from '#domain/config/read.ts';
import { parseUnsubscribeToken, type Unsubscription } from '#domain/delivery/mail/addresses.ts';
import { isNoSuchAddress } from '#domain/delivery/mail/bounce-reason.ts';
import {
  editMailSettings,
  endMailKind,
  readMailLanguage,
  readMailSettings,
} from '#domain/delivery/mail/choices.ts';
import { parseReport, type Returned } from '#domain/delivery/mail/read-report.ts';
import { recordReturned } from '#domain/delivery/mail/returned.ts';
import { getMailSecret } from '#domain/delivery/mail/secret.ts';
import {
  renderUnsubscribePage,
  type UnsubscribeStep,
} from '#domain/delivery/mail/unsubscribe-page.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext, ApiEnv } from '../../http/context.ts';
import {
  readBodyChunks,
  rejectEncodedBody,
  rejectLargeBody,
} from '../../http/middleware/limit-body.ts';

/* Mail settings, unsubscribing, and bounces. */

const findUnsubscription = async (
  c: ApiContext,
  token: string,
): Promise<Unsubscription | undefined> =>
  parseUnsubscribeToken(await getMailSecret(c.var.deps.db), token);

/** A page in the language of the email's receiver. */
async function sendPage(
  c: ApiContext,
  step: UnsubscribeStep,
  found: Unsubscription | undefined,
): Promise<Response> {
  const { db, env } = c.var.deps;
  const lang = (found && (await readMailLanguage(db, found.userId))) ?? c.var.lang;
  const brand = await readCurrentBrand(db, env);
  const page = renderUnsubscribePage(brand, lang, step, found?.kind);
  return c.html(page, 200, toBrandPageHeaders(brand));
}

/** Throws notFound if the webhook is off, and unauthenticated for a wrong token. */
const requireWebhookToken = createMiddleware<ApiEnv>(async (c, next) => {
  const { MAIL_WEBHOOK_TOKEN } = c.var.deps.env;
  if (!MAIL_WEBHOOK_TOKEN) throw new AppError('notFound');
  const [, given = ''] = /^Bearer (\S{1,500})$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (!areSecretsEqual(given, MAIL_WEBHOOK_TOKEN)) throw new AppError('unauthenticated');
  await next();
});

async function readReport(c: ApiContext): Promise<Uint8Array> {
  rejectEncodedBody(c);
  await rejectLargeBody(c, MAX_MAIL_REPORT_BYTES);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBodyChunks(c, MAX_MAIL_REPORT_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Parses a bounce report; undefined if a raw report names none of our emails. */
async function readReturned(
  c: ApiContext,
  report: MailReturnedWire | undefined,
): Promise<Returned | undefined> {
  if (!report?.recipient) return parseReport(await readReport(c));
  const { recipient, type, permanent, detail } = report;
  // a provider's explanation decides, if there is one
  const isInvalidAddress = permanent && (detail === '' || isNoSuchAddress(detail));
  return { recipient, type, endsMail: type === 'complaint' || isInvalidAddress, detail };
}

export const mailRoutes = answerCalls({
  'GET /v2/user/mail': async (c, { db, actorId }) => {
    const { env } = c.var.deps;
    return env.SMTP_URL ? await readMailSettings(db, actorId, env.TIME_ZONE) : null;
  },

  'PUT /v2/user/mail': async (c, { db, actorId, body }) => {
    const { env } = c.var.deps;
    return env.SMTP_URL ? await editMailSettings(db, actorId, body, env.TIME_ZONE) : null;
  },

  'GET /mail/unsubscribe': async (c, { query: { token } }) => {
    const found = await findUnsubscription(c, token);
    return sendPage(c, found ? 'ask' : 'wrong', found);
  },

  'POST /mail/unsubscribe': async (c, { query: { token } }) => {
    const found = await findUnsubscription(c, token);
    if (found) await endMailKind(c.var.deps.db, found.userId, found.kind);
    return sendPage(c, found ? 'done' : 'wrong', found);
  },

  'POST /mail/returned': [
    requireWebhookToken,
    async (c, { body }) => {
      const { db, env, log } = c.var.deps;
      const returned = await readReturned(c, body as MailReturnedWire | undefined);
      const isKnown = returned ? await recordReturned(db, returned, env.TIME_ZONE) : false;
      log.info({ type: returned?.type, isKnown }, 'mail.returned');
    },
  ],
});
