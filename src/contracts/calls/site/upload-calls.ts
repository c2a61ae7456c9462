import { z } from '@hono/zod-openapi';
import { MAX_UPLOAD_BYTES, MAX_UPLOADS_PER_REQUEST } from '../../limits.ts';
import { UploadedReplyWire } from '../../wire/upload.ts';
import { fileAnswer, tagged } from '../call-spec.ts';
import { pictureFile } from '../params.ts';

/** Deployed clients also send a text under the file's name. */
const picturesForm = z.object({
  image: z.preprocess(
    (value) => [value].flat().filter((part) => part instanceof File),
    z.array(pictureFile).min(1).max(MAX_UPLOADS_PER_REQUEST),
  ),
});

export const UPLOAD_CALLS = tagged('upload', {
  'POST /v1/thread/file': {
    right: 'upload.create',
    rate: 'upload',
    summary: 'Uploads pictures',
    description:
      'PNG, JPEG, GIF, WebP or AVIF, judged by their bytes, of at most 2 MiB (413 `tooLarge`) and 40 megapixels (413 `pixels`) each, up to 10 at once: all are taken or none. A part `image` that is no file is passed over. What is stored is WebP, upright and without metadata; animated GIF and WebP stay animated. 415: `heic`, `svg`, `unsupported`; `animationFormat`: an animated PNG or AVIF, which would stand still; `damaged`: a file that is incomplete or can’t be read. 413 `undecodable`: decoding takes more processor time or memory than a picture may have. A picture that no post, draft or letter uses within 7 days is removed.',
    form: picturesForm,
    maxBytes: MAX_UPLOADS_PER_REQUEST * MAX_UPLOAD_BYTES,
    reply: UploadedReplyWire,
  },
  'GET /v1/thread/down_image': {
    right: 'picture.download',
    summary: 'An uploaded picture as a download',
    description:
      '`file_path` is the address of an upload of this site, as it stands in a post. 403 for members of a group that may not download.',
    query: { file_path: z.string().max(500) },
    answers: fileAnswer('image/webp', 'The file'),
  },
});
