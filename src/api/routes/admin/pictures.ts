import { createRoute, z } from '@hono/zod-openapi';
import { MAX_UPLOAD_BYTES } from '#contracts/limits.ts';
import { AdminPictureWire } from '#contracts/wire/admin-replies.ts';
import { encodePicture } from '#domain/upload/encode.ts';
import { storePicture } from '#domain/upload/store.ts';
import { MAX_FORM_OVERHEAD_BYTES } from '#platform/limits.ts';
import { openStorage } from '#platform/open-storage.ts';
import { limitFormBody } from '../../http/middleware/limit-form.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';
import { adminTags, getAdministrator } from './admin-access.ts';

/* Pictures for cards, icons and shared pages. */

export const adminPictureRoutes = createRouter();

const PictureFile = z
  .custom<File>((value) => value instanceof File)
  .openapi({ type: 'string', format: 'binary' });

adminPictureRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/pictures',
    ...requireRight(
      'picture.upload',
      limitRate('upload'),
      limitFormBody(MAX_UPLOAD_BYTES + MAX_FORM_OVERHEAD_BYTES),
    ),
    tags: adminTags,
    summary: 'Uploads a picture',
    description:
      'As `/v1/thread/file`, one at a time. It is kept once a configuration entry or a forum uses it.',
    request: {
      body: {
        required: true,
        content: { 'multipart/form-data': { schema: z.object({ image: PictureFile }) } },
      },
    },
    responses: jsonResponses(AdminPictureWire),
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const { userId } = getAdministrator(c);
    const { image } = c.req.valid('form');
    return c.json(
      {
        url: await storePicture(
          db,
          openStorage(env),
          userId,
          await encodePicture(await image.bytes(), { person: userId, address: c.var.ip }),
        ),
      },
      200,
    );
  },
);
