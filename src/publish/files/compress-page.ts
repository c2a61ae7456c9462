import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';

/** A hash of the content, not the time: an unchanged page retains its ETag. */
export const hashContent = (body: string | Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 16);

const toBrotliOptions = (plain: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});

/** A page file as first written: see decisions/edge-and-caches.md. */
export interface QuickForms {
  plain: Buffer;
  br: Buffer;
}

const QUICK_QUALITY = 2;

// Sync: the publisher has its own thread, and the thread pool would cost a third more.
export function compressQuickly(plain: Buffer): QuickForms {
  return { plain, br: brotliCompressSync(plain, toBrotliOptions(plain, QUICK_QUALITY)) };
}

/** The compressed forms of a page that is stable for a while. */
export interface CompressedForms {
  br: Buffer;
  gzip: Buffer;
}

// Above 5, brotli takes three times as long for 3 % less size; gzip, rarely requested, takes a
// third longer above 4.
const SMALL_QUALITY = 5;
const GZIP_LEVEL = 4;

export async function compressSmall(plain: Buffer): Promise<CompressedForms> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, toBrotliOptions(plain, SMALL_QUALITY)),
    promisify(gzip)(plain, { level: GZIP_LEVEL }),
  ]);
  return { br, gzip: gz };
}
