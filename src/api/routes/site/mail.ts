import { createRoute, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { requireActor } from '#auth/guards.ts';
import { areSecretsEqual } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import {
  EditMailSettingsWire,
  MailReturnedWire,
  MailSettingsReplyWire,
} from '#contracts/wire/mail.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { readCurrentBrand } from '#domain/config/read.ts';
import { parseUnsubscribeToken, type Unsubscription } from '#domain/mail/addresses.ts';
import {
  editMailSettings,
  endMailKind,
  readMailLanguage,
  readMailSettings,
} from '#domain/mail/choices.ts';
import { parseReport, type Returned, recordReturned } from '#domain/mail/returned.ts';
import { getMailSecret } from '#domain/mail/secret.ts';
import {
  renderUnsubscribePage,
  toUnsubscribePolicy,
  type UnsubscribeStep,
} from '#domain/mail/unsubscribe-page.ts';
import { MAX_MAIL_REPORT_BYTES } from '#platform/limits.ts';
import type { ApiContext, ApiEnv } from '../../http/context.ts';
import {
  readBodyChunks,
  rejectEncodedBody,
  rejectLargeBody,
} from '../../http/middleware/limit-body.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* What somebody is mailed, and what comes back. */

const tags = ['user'];
const unauthenticatedResponses = { 401: { description: 'Not logged in' } };
const OK_REPLY = { code: 0, msg: 'ok' } as const;

export const mailRoutes = createRouter();

mailRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/mail',
    tags,
    ...requireRight('own.read'),
    summary: 'What the caller is mailed',
    description: '`data` is null where the forum sends no mail.',
    responses: { ...jsonResponses(MailSettingsReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const data = env.SMTP_URL
      ? await readMailSettings(db, requireActor(c).userId, env.TIME_ZONE)
      : null;
    return c.json({ ...OK_REPLY, data }, 200);
  },
);

mailRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/user/mail',
    tags,
    ...requireRight('profile.edit'),
    summary: 'Changes what the caller is mailed',
    description:
      'What isn’t given stays. `stopped: null`: mail is tried again after it was stopped.',
    request: { body: jsonBody(EditMailSettingsWire) },
    responses: {
      ...jsonResponses(MailSettingsReplyWire),
      ...unauthenticatedResponses,
      400: { description: '`malformed`: also a time zone that there isn’t' },
    },
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const { userId } = requireActor(c);
    const data = env.SMTP_URL
      ? await editMailSettings(db, userId, c.req.valid('json'), env.TIME_ZONE)
      : null;
    return c.json({ ...OK_REPLY, data }, 200);
  },
);

const unsubscribeQuery = z.object({ token: z.string().max(100).default('') });
const pageResponses = {
  200: { description: 'A page', content: { 'text/html': { schema: z.string() } } },
};

const findUnsubscription = async (
  c: ApiContext,
  token: string,
): Promise<Unsubscription | undefined> =>
  parseUnsubscribeToken(await getMailSecret(c.var.deps.db), token);

/** A page in the language of who got the letter. */
async function sendPage(
  c: ApiContext,
  step: UnsubscribeStep,
  found: Unsubscription | undefined,
): Promise<Response> {
  const { db, env } = c.var.deps;
  const lang = (found && (await readMailLanguage(db, found.userId))) ?? c.var.lang;
  const brand = await readCurrentBrand(db, env);
  return c.html(renderUnsubscribePage(brand, lang, step, found?.kind), 200, {
    'cache-control': 'no-store',
    'content-security-policy': toUnsubscribePolicy(brand),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
}

mailRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/mail/unsubscribe',
    tags,
    summary: 'The page that a link in a letter leads to: it asks, and ends nothing yet',
    request: { query: unsubscribeQuery },
    responses: pageResponses,
  }),
  async (c) => {
    const found = await findUnsubscription(c, c.req.valid('query').token);
    return sendPage(c, found ? 'ask' : 'wrong', found) as never;
  },
);

mailRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/mail/unsubscribe',
    tags,
    ...requireRight('mail.end'),
    summary: 'Ends one kind of letters to who got one',
    description:
      'As mail programs do it with one click (RFC 8058), and as the page does it. The token in the address is all that it needs, so it is neither read from a cookie nor forged by another page. It can be repeated.',
    request: { query: unsubscribeQuery },
    responses: pageResponses,
  }),
  async (c) => {
    const found = await findUnsubscription(c, c.req.valid('query').token);
    if (found) await endMailKind(c.var.deps.db, found.userId, found.kind);
    return sendPage(c, found ? 'done' : 'wrong', found) as never;
  },
);

/** Throws notFound where nothing is taken, and unauthenticated for another token. */
const requireWebhookToken = createMiddleware<ApiEnv>(async (c, next) => {
  const { MAIL_WEBHOOK_TOKEN } = c.var.deps.env;
  if (!MAIL_WEBHOOK_TOKEN) throw new AppError('notFound');
  const [, given = ''] = /^Bearer (\S{1,500})$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (!areSecretsEqual(given, MAIL_WEBHOOK_TOKEN)) throw new AppError('unauthenticated');
  await next();
});

/** The body as text; a report is 7-bit, or its other characters don't matter. */
async function readReport(c: ApiContext): Promise<string> {
  rejectEncodedBody(c);
  await rejectLargeBody(c, MAX_MAIL_REPORT_BYTES);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBodyChunks(c, MAX_MAIL_REPORT_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** What the caller says; undefined for a raw report that names no letter of ours. */
async function readReturned(
  c: ApiContext,
  said: MailReturnedWire | undefined,
): Promise<Returned | undefined> {
  if (!said?.recipient) return parseReport(await readReport(c));
  return { recipient: said.recipient, type: said.type, isPermanent: said.permanent, detail: '' };
}

mailRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/mail/returned',
    tags,
    ...requireRight('mail.report', requireWebhookToken),
    summary: 'Says that a letter came back, or that somebody complained about it',
    description:
      'For mail providers and mail servers, with MAIL_WEBHOOK_TOKEN as a bearer token. JSON, or as `message/rfc822` the raw report: of delivery (RFC 3464; only a status 5.x.x ends mail) or of a complaint (RFC 5965). It answers the same whether or not it knows the letter.',
    request: {
      body: {
        required: false,
        'x-max-bytes': MAX_MAIL_REPORT_BYTES,
        content: {
          'application/json': { schema: MailReturnedWire },
          'message/rfc822': { schema: z.string() },
        },
      },
    },
    responses: {
      ...jsonResponses(OkReplyWire),
      401: { description: 'Another token' },
      404: { description: 'Nothing is taken: MAIL_WEBHOOK_TOKEN isn’t set' },
    },
  }),
  async (c) => {
    const { db, env, log } = c.var.deps;
    const returned = await readReturned(c, c.req.valid('json') as MailReturnedWire | undefined);
    const isKnown = returned ? await recordReturned(db, returned, env.TIME_ZONE) : false;
    log.info({ type: returned?.type, isKnown }, 'a letter came back');
    return c.json(OK_REPLY, 200);
  },
);
