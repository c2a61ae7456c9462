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
      'Accepts PNG, JPEG, GIF, WebP and AVIF, detected by their bytes: up to 10 at once, each up to 2 MiB (413 `tooLarge`) and 40 megapixels (413 `pixels`). If one is rejected, none is stored. A part `image` without a file is ignored. The server stores upright WebP without metadata; animated GIF and WebP remain animated. Errors: 415 `heic`, `svg`, `unsupported`, `animationFormat` (an animated PNG or AVIF), `damaged` (incomplete or unreadable); 413 `undecodable` (decoding exceeds the limits of time or memory). A picture that no post, draft or private message uses within 7 days is deleted.',
    form: picturesForm,
    maxBytes: MAX_UPLOADS_PER_REQUEST * MAX_UPLOAD_BYTES,
    reply: UploadedReplyWire,
  },
  'GET /v1/thread/down_image': {
    right: 'picture.download',
    summary: 'Downloads an uploaded picture',
    description:
      '`file_path` is the address of an upload of this site, as in a post. Returns 403 to members of a group without the right to download.',
    query: { file_path: z.string().max(500) },
    answers: fileAnswer('image/webp', 'The file'),
  },
});
