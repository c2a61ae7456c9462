import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';

/** Names the content, not the moment: a page with nothing new keeps its ETag. */
export const hashContent = (body: string | Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 16);

const toBrotliOptions = (plain: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});

/** A page as it is written first: see decisions/edge-and-caches.md. */
export interface NewPage {
  plain: Buffer;
  br: Buffer;
}

const QUICK_QUALITY = 2;

// Sync: the publisher has a thread of its own, and trips to the thread pool cost a third more.
export function compressQuickly(body: string): NewPage {
  const plain = Buffer.from(body);
  return { plain, br: brotliCompressSync(plain, toBrotliOptions(plain, QUICK_QUALITY)) };
}

/** The forms of a page that stays as it is for a while. */
export interface CompressedForms {
  br: Buffer;
  gzip: Buffer;
}

// Above 5, brotli costs three times the time for 3 % of the size; gzip, which few browsers ask for,
// a third more above 4.
const SMALL_QUALITY = 5;
const GZIP_LEVEL = 4;

/** In the thread pool. */
export async function compressSmall(plain: Buffer): Promise<CompressedForms> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, toBrotliOptions(plain, SMALL_QUALITY)),
    promisify(gzip)(plain, { level: GZIP_LEVEL }),
  ]);
  return { br, gzip: gz };
}
