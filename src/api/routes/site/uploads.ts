import { basename } from 'node:path/posix';
import { createRoute, z } from '@hono/zod-openapi';
import mime from 'mime';
import { requireActor } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contracts/limits.ts';
import { UploadedReplyWire } from '#contracts/wire/upload.ts';
import { encodePicture } from '#domain/upload/encode.ts';
import { storePicture } from '#domain/upload/store.ts';
import { MAX_FORM_OVERHEAD_BYTES, MAX_UPLOADS_PER_REQUEST } from '#platform/limits.ts';
import { openStorage } from '#platform/open-storage.ts';
import { isStoredPath } from '#platform/stored-path.ts';
import { limitFormBody } from '../../http/middleware/limit-form.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';

const tags = ['upload'];

export const uploadRoutes = createRouter();

const PictureFile = z
  .custom<File>((value) => value instanceof File)
  .openapi({ type: 'string', format: 'binary' });
/** Clients that are in use send a text of the same name beside the file. */
const PicturesForm = z.object({
  image: z.preprocess(
    (value) => [value].flat().filter((part) => part instanceof File),
    z.array(PictureFile).min(1).max(MAX_UPLOADS_PER_REQUEST),
  ),
});

uploadRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/file',
    tags,
    // before anything of a body is read: from visitors nothing is
    ...requireRight(
      'upload.create',
      limitRate('upload'),
      limitFormBody(MAX_UPLOADS_PER_REQUEST * MAX_UPLOAD_BYTES + MAX_FORM_OVERHEAD_BYTES),
    ),
    summary: 'Uploads pictures',
    description:
      'PNG, JPEG, GIF, WebP or AVIF, judged by their bytes, of at most 2 MiB (413 `tooLarge`) and 40 megapixels (413 `pixels`) each, up to 10 at once: all are taken or none. A part `image` that is no file is passed over. What is stored is WebP, upright and without metadata; animated GIF and WebP stay animated. 415: `heic`, `svg`, `unsupported`. A picture that no post, draft or letter uses within 7 days is removed.',
    request: {
      body: { required: true, content: { 'multipart/form-data': { schema: PicturesForm } } },
    },
    responses: jsonResponses(UploadedReplyWire),
  }),
  async (c) => {
    const { userId } = requireActor(c);
    const { db, env } = c.var.deps;
    const { image } = c.req.valid('form');
    const pictures = await Promise.all(
      image.map(async (file) =>
        encodePicture(await file.bytes(), { person: userId, address: c.var.ip }),
      ),
    );
    const data: string[] = [];
    for (const picture of pictures)
      data.push(await storePicture(db, openStorage(env), userId, picture));
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

/**
 * The path of an upload that an address names: one of a post, with or without the site in front, or
 * the path itself.
 */
function parseStoredPath(text: string, siteUrl: string): string {
  const path = (text.startsWith(`${siteUrl}/`) ? text.slice(siteUrl.length) : text).replace(
    /^\/uploads\//,
    '',
  );
  if (!isStoredPath(path)) throw new AppError('malformed', { values: { field: 'file_path' } });
  return path;
}

uploadRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/down_image',
    tags,
    ...requireRight('picture.download', limitRate('read')),
    summary: 'An uploaded picture as a download',
    description:
      '`file_path` is the address of an upload of this site, as it stands in a post. 403 for members of a group that may not download.',
    request: { query: z.object({ file_path: z.string().max(500) }) },
    responses: {
      200: {
        description: 'The file',
        content: { 'image/webp': { schema: z.string().openapi({ format: 'binary' }) } },
      },
    },
  }),
  async (c) => {
    const { env } = c.var.deps;
    const path = parseStoredPath(c.req.valid('query').file_path, env.SITE_URL);
    const file = await openStorage(env).read(path);
    if (!file) throw new AppError('notFound');
    return c.body(file, 200, {
      'content-type': mime.getType(path) ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${basename(path)}"`,
      'cache-control': 'private, max-age=31536000, immutable',
    });
  },
);
