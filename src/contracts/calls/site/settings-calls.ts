import { z } from '@hono/zod-openapi';
import {
  AVATAR_PIXELS,
  DELETION_DELAY_DAYS,
  EXPORT_RETENTION_DAYS,
  MAX_MAIL_REPORT_BYTES,
  MAX_UPLOAD_BYTES,
} from '../../limits.ts';
import { MAX_PUSH_BROWSERS } from '../../pushing.ts';
import { EditMailSettingsWire, MailReturnedWire, MailSettingsReplyWire } from '../../wire/mail.ts';
import {
  AccountDeletionReplyWire,
  AccountExportReplyWire,
  DeleteAccountWire,
} from '../../wire/own-data.ts';
import {
  EditPushSettingsWire,
  NewPushBrowserWire,
  PushSettingsReplyWire,
} from '../../wire/push.ts';
import { EditSettingsWire, SettingsReplyWire } from '../../wire/settings.ts';
import { tagged, zipAnswer } from '../call-spec.ts';
import { pictureFile, requiredId } from '../params.ts';

const unsubscribeQuery = { token: z.string().max(100).default('') };
const pageAnswer = {
  200: { description: 'A page', content: { 'text/html': { schema: z.string() } } },
};

export const SETTINGS_CALLS = tagged('user', {
  'GET /v1/user/settings': {
    summary: 'What the caller has set',
    reply: SettingsReplyWire,
    errors: { 401: 'Not logged in' },
  },
  'PUT /v1/user/info': {
    right: 'profile.edit',
    rate: 'edit',
    summary: 'Changes the caller’s settings',
    description:
      'What isn’t given stays. A nickname has 2 to 20 characters, is nobody else’s, and can be chosen once in 7 days. Errors: `length`, `verify` (sensitive words), `taken`, `nameKept` (somebody else gave it up in the last 30 days; administrators may take it), `nameScripts` (letters of scripts that nobody writes together), `nameReserved` (an office of the forum), `renamed` (err_payload: when the next one may be chosen), `banned` (a banned member changes neither name, description nor picture).',
    body: EditSettingsWire,
    reply: SettingsReplyWire,
  },
  'POST /v1/user/avatar': {
    right: 'upload.create',
    rate: 'upload',
    summary: 'Gives the caller a picture',
    description: `What /v1/thread/file takes, of at most 2 MiB; its middle is kept as a square of ${AVATAR_PIXELS} pixels.`,
    form: z.object({ image: pictureFile }),
    maxBytes: MAX_UPLOAD_BYTES,
    reply: SettingsReplyWire,
  },
  'GET /v2/user/deletion': {
    right: 'own.read',
    summary: 'When the caller’s account is deleted',
    description: '`data` is null where no deletion is ordered.',
    reply: AccountDeletionReplyWire,
  },
  'POST /v2/user/deletion': {
    right: 'account.delete',
    summary: 'Orders the deletion of the caller’s account',
    description: `It is carried out after ${DELETION_DELAY_DAYS} days. \`posts\`: threads, replies and comments stay under a former member’s name, or are deleted. Called again, it changes that alone. Errors: \`lastAdministrator\`, \`leaving\` (it has begun).`,
    body: DeleteAccountWire,
    reply: AccountDeletionReplyWire,
  },
  'DELETE /v2/user/deletion': {
    right: 'account.keep',
    summary: 'Revokes the order to delete the caller’s account',
    description: 'Also an administrator’s. Errors: `leaving` (it has begun).',
  },
  'GET /v2/user/export': {
    right: 'own.read',
    summary: 'The latest archive of everything that the forum has of the caller',
    reply: AccountExportReplyWire,
  },
  'POST /v2/user/export': {
    right: 'account.export',
    summary: 'Orders an archive of everything that the forum has of the caller',
    description:
      'The caller is told when it is ready. Errors: `exported` (the last one is less than a day old; `err_payload` says when the next may be ordered).',
    reply: AccountExportReplyWire,
  },
  'GET /v2/user/export/file': {
    right: 'account.fetch',
    summary: 'The archive itself, which can be fetched once',
    description: `Within ${EXPORT_RETENTION_DAYS} days. Only a page of this site leads to it: \`csrf\` otherwise.`,
    errors: {
      404: 'None is ready: it was fetched, it has expired, or none was ordered',
      503: 'The file is on another host: try again',
    },
    answers: zipAnswer,
  },
  'GET /v2/user/mail': {
    right: 'own.read',
    summary: 'What the caller is mailed',
    description: '`data` is null where the forum sends no mail.',
    reply: MailSettingsReplyWire,
  },
  'PUT /v2/user/mail': {
    right: 'profile.edit',
    summary: 'Changes what the caller is mailed',
    description:
      'What isn’t given stays. `stopped: null`: mail is tried again after it was stopped.',
    body: EditMailSettingsWire,
    reply: MailSettingsReplyWire,
    errors: { 400: '`malformed`: also a time zone that there isn’t' },
  },
  'GET /mail/unsubscribe': {
    summary: 'The page that a link in a letter leads to: it asks, and ends nothing yet',
    query: unsubscribeQuery,
    answers: pageAnswer,
  },
  'POST /mail/unsubscribe': {
    right: 'mail.end',
    summary: 'Ends one kind of letters to who got one',
    description:
      'As mail programs do it with one click (RFC 8058), and as the page does it. The token in the address is all that it needs, so it is neither read from a cookie nor forged by another page. It can be repeated.',
    query: unsubscribeQuery,
    answers: pageAnswer,
  },
  'POST /mail/returned': {
    right: 'mail.report',
    summary: 'Says that a letter came back, or that somebody complained about it',
    description:
      'For mail providers and mail servers, with MAIL_WEBHOOK_TOKEN as a bearer token. JSON, or as `message/rfc822` the raw report: of delivery (RFC 3464, or the texts of qmail, Exim and Chinese providers; only an address that doesn’t exist ends mail) or of a complaint (RFC 5965). It answers the same whether or not it knows the letter.',
    errors: { 401: 'Another token', 404: 'Nothing is taken: MAIL_WEBHOOK_TOKEN isn’t set' },
    body: MailReturnedWire,
    rawBody: 'message/rfc822',
    maxBytes: MAX_MAIL_REPORT_BYTES,
  },
  'GET /v2/user/push': {
    right: 'own.read',
    summary: 'What the caller’s browsers are pushed',
    description: 'The browser that asks comes first, if push is on there.',
    reply: PushSettingsReplyWire,
  },
  'PUT /v2/user/push': {
    right: 'profile.edit',
    summary: 'Changes what the caller’s browsers are pushed',
    description: 'What isn’t given stays. `quiet: null`: at any hour.',
    body: EditPushSettingsWire,
    reply: PushSettingsReplyWire,
    errors: { 400: '`malformed`: also a time zone that there isn’t' },
  },
  'POST /v2/user/push/browsers': {
    right: 'push.manage',
    rate: 'edit',
    summary: 'Switches push on in the browser that asks',
    description: `With the subscription that the browser’s push service gave; it ends with the session. A member has ${MAX_PUSH_BROWSERS}: the oldest ends when there is one more.`,
    body: NewPushBrowserWire,
    reply: PushSettingsReplyWire,
    errors: {
      400: '`malformed`: also an address that can’t be a push service’s',
      403: 'Called by a token',
    },
  },
  'DELETE /v2/user/push/browsers': {
    right: 'push.manage',
    rate: 'edit',
    summary: 'Switches push off in one of the caller’s browsers',
    query: { id: requiredId },
    reply: PushSettingsReplyWire,
    errors: { 403: 'Called by a token', 404: 'No such browser of the caller' },
  },
});
