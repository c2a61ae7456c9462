import { createRoute } from '@hono/zod-openapi';
import { jsonBytes, MESSAGE_MAX } from '#contracts/limits.ts';
import { PreviewReplyWire, PreviewWire } from '#contracts/wire/writing.ts';
import { previewMessage } from '#domain/message/preview.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { jsonBody, replies, router } from './router.ts';
import { siteOf, speaker } from './speaking.ts';

export const preview = router();

preview.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/preview',
    tags: ['thread'],
    ...may('message.preview', rate('preview')),
    summary: 'A message as it would be published',
    description:
      'Sanitized, with its code coloured, its pictures sized and sensitive words replaced, exactly as POST /v1/thread or /v1/post would store it. Nothing is stored, nobody is told. Errors: `banned`, `length`, `tooComplex` (413), `verify` (the words in err_payload). `is_first` 1 gives headings the ids of a first post.',
    request: { body: jsonBody(PreviewWire, jsonBytes(MESSAGE_MAX)) },
    responses: replies(PreviewReplyWire),
  }),
  async (c) => {
    speaker(c, 'post');
    const { message, is_first } = c.req.valid('json');
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: {
          html: await previewMessage(c.var.deps.db, siteOf(c).host, message, is_first === 1),
        },
      },
      200,
    );
  },
);
