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
    summary: 'All configuration entries, with who changed them last',
    reply: z.array(AdminConfigWire),
  },
  'PUT /v2/admin/config/{field}': {
    right: 'config.edit',
    summary: 'Saves a configuration entry',
    description:
      '`version` is the one that was edited; 409 `conflict` with the present entry in `err_payload` when somebody else has saved meanwhile. `iframe_allow` needs a login within the last ten minutes: 401 `loginAgain`.',
    params: { field: z.enum(CONFIG_NAMES) },
    body: SaveConfigWire,
    maxBytes: MAX_CONFIG_BYTES,
    reply: SavedConfigWire,
    errors: { 401: 'Not logged in, or `loginAgain`', 409: 'Somebody else was quicker' },
  },
  'POST /v2/admin/pictures': {
    right: 'picture.upload',
    rate: 'upload',
    summary: 'Uploads a picture',
    description:
      'As `/v1/thread/file`, one at a time. It is kept once a configuration entry or a forum uses it.',
    form: z.object({ image: pictureFile }),
    maxBytes: MAX_UPLOAD_BYTES,
    reply: AdminPictureWire,
  },

  'GET /v2/admin/mail': {
    right: 'admin.read',
    summary: 'How sending mail is',
    reply: AdminMailWire,
  },
  'PUT /v2/admin/mail': {
    right: 'mail.manage',
    summary: 'Sets how many letters a minute are sent, by all hosts together',
    body: SetMailRateWire,
    reply: AdminMailWire,
  },
  'GET /v2/admin/mail/letters': {
    right: 'admin.read',
    summary: 'Letters that wait or were sent in the last 90 days, the newest first',
    description: '`q` is somebody’s nickname or number. Their contents aren’t kept.',
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
    summary: 'Sends a test letter to an address at once',
    body: TestMailWire,
    reply: TestMailReplyWire,
    errors: { 404: 'SMTP_URL isn’t set' },
  },
});
