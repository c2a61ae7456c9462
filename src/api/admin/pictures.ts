import { createRoute, z } from '@hono/zod-openapi';
import { FORM_BYTES, UPLOAD_BYTES } from '#contracts/limits.ts';
import { encodePicture } from '#domain/upload/encode.ts';
import { keepPicture } from '#domain/upload/keep.ts';
import { openStorage } from '#platform/storage.ts';
import { formWithin } from '../middleware/form.ts';
import { may } from '../middleware/may.ts';
import { rate } from '../middleware/rate.ts';
import { replies, router } from '../router.ts';
import { administrator, tags } from './area.ts';

/* Pictures for cards, icons and shared pages. */

export const adminPictures = router();

const Picture = z
  .custom<File>((value) => value instanceof File)
  .openapi({ type: 'string', format: 'binary' });

adminPictures.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/pictures',
    ...may('picture.upload', rate('upload'), formWithin(UPLOAD_BYTES + FORM_BYTES)),
    tags,
    summary: 'Uploads a picture',
    description:
      'As `/v1/thread/file`, one at a time. It is kept once a configuration entry or a forum uses it.',
    request: {
      body: {
        required: true,
        content: { 'multipart/form-data': { schema: z.object({ image: Picture }) } },
      },
    },
    responses: replies(z.object({ url: z.string() }).meta({ id: 'AdminPicture' })),
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const { image } = c.req.valid('form');
    return c.json(
      {
        url: await keepPicture(
          db,
          openStorage(env),
          administrator(c).userId,
          await encodePicture(await image.bytes()),
        ),
      },
      200,
    );
  },
);
