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
  200: { description: 'An HTML page', content: { 'text/html': { schema: z.string() } } },
};

export const SETTINGS_CALLS = tagged('user', {
  'GET /v1/user/settings': {
    summary: 'Returns the caller’s settings',
    reply: SettingsReplyWire,
    errors: { 401: 'Not logged in' },
  },
  'PUT /v1/user/info': {
    right: 'profile.edit',
    rate: 'edit',
    summary: 'Changes the caller’s settings',
    description:
      'Missing fields keep their value. A nickname has 2 to 20 characters, is unique, and can be changed once in 7 days. Errors: `length`, `verify` (sensitive words), `taken`, `nameKept` (another member gave it up in the last 30 days; administrators may use it), `nameScripts` (a mixture of scripts), `nameReserved` (reserved for the forum’s staff), `renamed` (err_payload: the time of the next possible change), `banned` (a banned member can’t change name, description or picture).',
    body: EditSettingsWire,
    reply: SettingsReplyWire,
  },
  'POST /v1/user/avatar': {
    right: 'upload.create',
    rate: 'upload',
    summary: 'Sets the caller’s profile picture',
    description: `Accepts the formats of /v1/thread/file, up to 2 MiB. The server stores the centre as a square of ${AVATAR_PIXELS} pixels.`,
    form: z.object({ image: pictureFile }),
    maxBytes: MAX_UPLOAD_BYTES,
    reply: SettingsReplyWire,
  },
  'GET /v2/user/deletion': {
    right: 'own.read',
    summary: 'Returns the date on which the caller’s account will be deleted',
    description: '`data` is null if no deletion is scheduled.',
    reply: AccountDeletionReplyWire,
  },
  'POST /v2/user/deletion': {
    right: 'account.delete',
    summary: 'Schedules the deletion of the caller’s account',
    description: `The deletion starts after ${DELETION_DELAY_DAYS} days. \`posts\` selects whether threads, replies and comments remain under a former member’s name or are deleted. A second call changes only \`posts\`. Errors: \`lastAdministrator\`, \`leaving\` (the deletion has started).`,
    body: DeleteAccountWire,
    reply: AccountDeletionReplyWire,
  },
  'DELETE /v2/user/deletion': {
    right: 'account.keep',
    summary: 'Cancels the scheduled deletion of the caller’s account',
    description:
      'Also cancels a deletion that an administrator scheduled. Errors: `leaving` (the deletion has started).',
  },
  'GET /v2/user/export': {
    right: 'own.read',
    summary: 'Returns the state of the latest archive of the caller’s data',
    reply: AccountExportReplyWire,
  },
  'POST /v2/user/export': {
    right: 'account.export',
    summary: 'Requests an archive of all data that the forum has about the caller',
    description:
      'The caller gets a notification when it is ready. Errors: `exported` (the last archive is less than a day old; `err_payload` has the time of the next possible request).',
    reply: AccountExportReplyWire,
  },
  'GET /v2/user/export/file': {
    right: 'account.fetch',
    summary: 'Downloads the archive, once',
    description: `The archive expires after ${EXPORT_RETENTION_DAYS} days. The request must come from a page of this site, otherwise the error is \`csrf\`.`,
    errors: {
      404: 'No archive: it was downloaded, it expired, or it was not requested',
      503: 'The file is on another host; try again',
    },
    answers: zipAnswer,
  },
  'GET /v2/user/mail': {
    right: 'own.read',
    summary: 'Returns the caller’s email settings',
    description: '`data` is null if the forum sends no mail.',
    reply: MailSettingsReplyWire,
  },
  'PUT /v2/user/mail': {
    right: 'profile.edit',
    summary: 'Changes the caller’s email settings',
    description:
      'Missing fields keep their value. `stopped: null` resumes mail after it was stopped.',
    body: EditMailSettingsWire,
    reply: MailSettingsReplyWire,
    errors: { 400: '`malformed`: for example an unknown time zone' },
  },
  'GET /mail/unsubscribe': {
    summary: 'Returns the confirmation page of an unsubscribe link',
    description: 'It changes nothing. Anyone with the token may call it.',
    query: unsubscribeQuery,
    answers: pageAnswer,
  },
  'POST /mail/unsubscribe': {
    right: 'mail.end',
    summary: 'Unsubscribes the recipient from one kind of mail',
    description:
      'Mail programs call it for one-click unsubscribe (RFC 8058), and so does the confirmation page. It needs only the token in the address: no cookie, so no page can forge it. Repeated calls succeed.',
    query: unsubscribeQuery,
    answers: pageAnswer,
  },
  'POST /mail/returned': {
    right: 'mail.report',
    summary: 'Reports that a mail bounced or that its recipient complained',
    description:
      'For mail providers and mail servers, with MAIL_WEBHOOK_TOKEN as bearer token. The body is JSON, or the raw report as `message/rfc822`. Delivery reports: RFC 3464, qmail, Exim and Chinese providers; only a nonexistent address stops mail. Complaints: RFC 5965. The answer is the same for known and unknown mails.',
    errors: { 401: 'Wrong token', 404: 'Disabled: MAIL_WEBHOOK_TOKEN is not set' },
    body: MailReturnedWire,
    rawBody: 'message/rfc822',
    maxBytes: MAX_MAIL_REPORT_BYTES,
  },
  'GET /v2/user/push': {
    right: 'own.read',
    summary: 'Returns the caller’s push settings and browsers',
    description: 'The current browser comes first if push is enabled in it.',
    reply: PushSettingsReplyWire,
  },
  'PUT /v2/user/push': {
    right: 'profile.edit',
    summary: 'Changes the caller’s push settings',
    description: 'Missing fields keep their value. `quiet: null` removes the quiet hours.',
    body: EditPushSettingsWire,
    reply: PushSettingsReplyWire,
    errors: { 400: '`malformed`: for example an unknown time zone' },
  },
  'POST /v2/user/push/browsers': {
    right: 'push.manage',
    rate: 'edit',
    summary: 'Enables push in the current browser',
    description: `Send the subscription of the browser’s push service. It ends with the session. A member can have ${MAX_PUSH_BROWSERS} browsers; one more replaces the oldest.`,
    body: NewPushBrowserWire,
    reply: PushSettingsReplyWire,
    errors: {
      400: '`malformed`: for example an address that is not a push service',
      403: 'Called by a token',
    },
  },
  'DELETE /v2/user/push/browsers': {
    right: 'push.manage',
    rate: 'edit',
    summary: 'Disables push in one of the caller’s browsers',
    query: { id: requiredId },
    reply: PushSettingsReplyWire,
    errors: { 403: 'Called by a token', 404: 'No such browser of the caller' },
  },
});
