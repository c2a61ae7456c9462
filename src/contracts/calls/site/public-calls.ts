import { z } from '@hono/zod-openapi';
import { APP_ICON_NAMES } from '../../brand-mark.ts';
import { CONFIG_NAMES } from '../../config-entries.ts';
import { PublicPostWire } from '../../wire/post.ts';
import { ConfigEntryWire } from '../../wire/replies.ts';
import { UserTagWire } from '../../wire/user.ts';
import { fileAnswer, tagged } from '../call-spec.ts';
import { limit, optionalId, requiredId, rowOffset } from '../params.ts';

export const PUBLIC_CALLS = tagged('public', {
  'GET /v2/public/posts': {
    summary: 'Lists the newest public posts',
    description:
      'Newest first. `offset` counts rows. A first post has `is_first` 1. Addresses in messages are absolute. With `id`, returns only that post, or nothing.',
    query: { id: optionalId, offset: rowOffset, limit: limit(20) },
    reply: z.array(PublicPostWire),
  },
  'GET /v2/public/user/tags': {
    summary: 'Lists the tags of a member',
    query: { user_id: requiredId },
    reply: z.array(UserTagWire),
  },
  'GET /v2/public/config/{name}': {
    summary: 'Returns a public configuration entry',
    description: `\`name\` is one of ${CONFIG_NAMES.join(', ')}. \`value\` is JSON in a string, with the cards of all languages and devices. The client selects its own.`,
    params: { name: z.string().max(40) },
    reply: ConfigEntryWire,
    errors: { 404: 'No such entry' },
  },
  'GET /v2/public/app-icon/{name}': {
    summary: 'Returns an icon of the web app',
    description:
      'The server draws it from the mark and the colour of the saved brand. `v` is the version of the brand, so that a new version has a new address.',
    params: { name: z.enum(APP_ICON_NAMES) },
    query: { v: z.string().max(20).optional() },
    answers: fileAnswer('image/png', 'A square PNG'),
  },
});
