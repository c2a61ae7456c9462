import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Names the content, not the moment: a page with nothing new keeps its ETag. */
export const hashContent = (body: string | Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 16);

// Above 5, brotli costs three times the time for 3 % of the size; gzip, which few browsers ask for,
// a third more above 4.
const BROTLI_QUALITY = 5;

const GZIP_LEVEL = 4;

export interface CompressedPage {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

// Sync calls, here and below: the publisher has a thread of its own, and twelve trips to the thread
// pool cost a third more.
export function compressPage(body: string): CompressedPage {
  const plain = Buffer.from(body);
  return {
    plain,
    br: brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    gzip: gzipSync(plain, { level: GZIP_LEVEL }),
  };
}
