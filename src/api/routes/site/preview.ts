import { createRoute } from '@hono/zod-openapi';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { PreviewReplyWire, PreviewWire } from '#contracts/wire/requests.ts';
import { previewMessage } from '#domain/message/preview.ts';
import { maxJsonBytes } from '#platform/limits.ts';
import { getSite, requireAuthor } from '../../http/caller.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

export const previewRoutes = createRouter();

previewRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/preview',
    tags: ['thread'],
    ...requireRight('message.preview'),
    summary: 'A message as it would be published',
    description:
      'Sanitized, with its code coloured, its pictures sized and sensitive words replaced, exactly as POST /v1/thread or /v1/post would store it. Nothing is stored, nobody is told. Errors: `banned`, `length`, `tooComplex` (413), `verify` (the words in err_payload). `is_first` 1 gives headings the ids of a first post.',
    request: { body: jsonBody(PreviewWire, maxJsonBytes(MAX_MESSAGE_CHARACTERS)) },
    responses: jsonResponses(PreviewReplyWire),
  }),
  async (c) => {
    const { userId, ip } = requireAuthor(c, 'post');
    const { message, is_first } = c.req.valid('json');
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: {
          html: await previewMessage(
            c.var.deps.db,
            getSite(c).host,
            { userId, ip },
            message,
            is_first === 1,
          ),
        },
      },
      200,
    );
  },
);
