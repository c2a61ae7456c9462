import { z } from '@hono/zod-openapi';
import { CONFIG_NAMES } from '../../config-entries.ts';
import { MAX_CONFIG_BYTES, MAX_UPLOAD_BYTES } from '../../limits.ts';
import { AdminConfigWire, SaveConfigWire, SavedConfigWire } from '../../wire/admin-config.ts';
import { AdminPictureWire } from '../../wire/admin-replies.ts';
import {
  AdminMailWire,
  MailLogWire,
  SetMailRateWire,
  TestMailReplyWire,
  TestMailWire,
} from '../../wire/mail.ts';
import { table, tagged } from '../call-spec.ts';
import { pictureFile } from '../params.ts';

export const CONFIG_CALLS = tagged('admin', {
  'GET /v2/admin/config': {
    right: 'admin.read',
    summary: 'Lists all configuration entries with their last editors',
    reply: z.array(AdminConfigWire),
  },
  'PUT /v2/admin/config/{field}': {
    right: 'config.edit',
    summary: 'Saves a configuration entry',
    description:
      '`version` is the edited version. Returns 409 `conflict` with the current entry in `err_payload` if another administrator has saved since. `iframe_allow` needs a login within the last ten minutes: 401 `loginAgain`.',
    params: { field: z.enum(CONFIG_NAMES) },
    body: SaveConfigWire,
    maxBytes: MAX_CONFIG_BYTES,
    reply: SavedConfigWire,
    errors: { 401: 'Not logged in, or `loginAgain`', 409: 'Another administrator saved first' },
  },
  'POST /v2/admin/pictures': {
    right: 'picture.upload',
    rate: 'upload',
    summary: 'Uploads a picture',
    description:
      'Works as `/v1/thread/file`, for one picture. It is deleted unless a configuration entry or a forum uses it.',
    form: z.object({ image: pictureFile }),
    maxBytes: MAX_UPLOAD_BYTES,
    reply: AdminPictureWire,
  },

  'GET /v2/admin/mail': {
    right: 'admin.read',
    summary: 'Returns the state of mail delivery',
    reply: AdminMailWire,
  },
  'PUT /v2/admin/mail': {
    right: 'mail.manage',
    summary: 'Sets the number of mails sent per minute, by all hosts together',
    body: SetMailRateWire,
    reply: AdminMailWire,
  },
  'GET /v2/admin/mail/letters': {
    right: 'admin.read',
    summary: 'Lists the queued mails and those sent in the last 90 days, newest first',
    description: '`q` is a nickname or an id. The contents of mails are not stored.',
    ...table(MailLogWire, 'GET /v2/admin/mail/letters', {
      csv: [
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
    }),
  },
  'POST /v2/admin/mail/test': {
    right: 'mail.manage',
    rate: 'mail',
    summary: 'Sends a test mail to an address immediately',
    body: TestMailWire,
    reply: TestMailReplyWire,
    errors: { 404: 'SMTP_URL is not set' },
  },
});
