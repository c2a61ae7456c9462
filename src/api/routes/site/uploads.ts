import { basename } from 'node:path/posix';
import mime from 'mime';
import { AppError } from '#contracts/errors.ts';
import { encodePicture } from '#domain/uploads/encode.ts';
import type { EncodedPicture } from '#domain/uploads/encode-webp.ts';
import { storePicture } from '#domain/uploads/store.ts';
import { openStorage } from '#platform/open-storage.ts';
import { isStoredPath } from '#platform/stored-path.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/** Parses an upload's path from a URL, with or without the site, or from the path itself. */
function parseStoredPath(text: string, siteUrl: string): string {
  const path = (text.startsWith(`${siteUrl}/`) ? text.slice(siteUrl.length) : text).replace(
    /^\/uploads\//,
    '',
  );
  if (!isStoredPath(path)) throw new AppError('malformed', { values: { field: 'file_path' } });
  return path;
}

export const uploadRoutes = answerCalls({
  'POST /v1/thread/file': async (c, { db, actorId: userId, form: { image } }) => {
    const share = { person: userId, address: c.var.ip };
    const { signal } = c.req.raw;
    const pictures: EncodedPicture[] = [];
    for (const file of image)
      pictures.push(await encodePicture(await file.bytes(), share, { signal }));
    const data: string[] = [];
    for (const picture of pictures)
      data.push(await storePicture(db, openStorage(c.var.deps.env), userId, picture));
    return data;
  },

  'GET /v1/thread/down_image': async (c, { query: { file_path } }) => {
    const { env } = c.var.deps;
    const path = parseStoredPath(file_path, env.SITE_URL);
    const file = await openStorage(env).read(path);
    if (!file) throw new AppError('notFound');
    return c.body(file, 200, {
      'content-type': mime.getType(path) ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${basename(path)}"`,
      'cache-control': 'private, max-age=31536000, immutable',
    });
  },
});
