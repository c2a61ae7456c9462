import type { Sharp } from 'sharp';
import { AppError } from '#contracts/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contracts/limits.ts';
import { createFairLimit } from '#platform/fair-limit.ts';
import type { Share } from '#platform/fair-queue.ts';
import { MAX_UPLOAD_PIXELS, MAX_WAITING_PICTURES, PICTURE_WIDTHS } from '#platform/limits.ts';
import { toContentPath } from '#platform/stored-path.ts';
import { type PictureKind, sniffPictureKind } from './sniff.ts';

export interface EncodedPicture {
  hash: string;
  path: string;
  mime: string;
  bytes: Uint8Array;
  width: number;
  height: number;
  variants: { width: number; bytes: Uint8Array }[];
}

/**
 * Pictures under work at once in a process: a picture may need 160 MB, and readers need a processor
 * too.
 */
const MAX_CONCURRENT_ENCODINGS = 2;
/** A wider picture than any screen shows isn't kept; WebP ends at this height. */
const MAX_PICTURE_PIXELS = { width: 4096, height: 16_383 };
/** Drawings and screenshots, which come as PNG, show losses sooner than photos. */
const WEBP_QUALITY = { png: 90, other: 82 };

/** The library takes a tenth of a second to load, which the server's start doesn't wait for. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Seconds after which a picture may be sent again that found no place. */
const RETRY_AFTER_SECONDS = 5;

const withEncodingSlot = createFairLimit({
  capacity: MAX_CONCURRENT_ENCODINGS,
  maxWaiting: MAX_WAITING_PICTURES,
  createRefusal: () => new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS }),
});

/**
 * Reads no further than the file's head. Throws pixels, and unsupported when the head isn't what
 * the first bytes promised.
 */
async function readPictureHead(
  bytes: Uint8Array,
  kind: PictureKind,
): Promise<{ animated: boolean }> {
  const sharp = await loadSharp();
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!head?.width || !head.height || (head.format === 'heif' ? 'avif' : head.format) !== kind)
    throw new AppError('unsupported');
  const frames = kind === 'gif' || kind === 'webp' ? (head.pages ?? 1) : 1;
  if (head.width * head.height * frames > MAX_UPLOAD_PIXELS) throw new AppError('pixels');
  return { animated: frames > 1 };
}

export interface EncodeOptions {
  /** Only the middle, as a square of so many pixels, and without motion. */
  squarePixels?: number;
}

async function encodeWebp(
  bytes: Uint8Array,
  kind: PictureKind,
  animated: boolean,
  { squarePixels }: EncodeOptions,
): Promise<EncodedPicture> {
  const sharp = await loadSharp();
  const quality = kind === 'png' ? WEBP_QUALITY.png : WEBP_QUALITY.other;
  const input = (): Sharp => {
    const decoder = sharp(bytes, {
      animated,
      limitInputPixels: MAX_UPLOAD_PIXELS,
      failOn: 'error',
    });
    return animated ? decoder : decoder.autoOrient();
  };
  const webp = (picture: Sharp) =>
    picture
      .webp({ quality, effort: animated ? 2 : 4, smartSubsample: kind === 'png' })
      .toBuffer({ resolveWithObject: true });
  const { data, info } = await webp(
    input().resize(
      squarePixels
        ? { width: squarePixels, height: squarePixels, fit: 'cover' }
        : { ...MAX_PICTURE_PIXELS, fit: 'inside', withoutEnlargement: true },
    ),
  );
  // An animation has none: each would cost all its frames again.
  const widths = animated ? [] : PICTURE_WIDTHS.filter((width) => width < info.width);
  const variants: EncodedPicture['variants'] = [];
  for (const width of widths)
    variants.push({ width, bytes: (await webp(input().resize({ width }))).data });
  return {
    ...toContentPath(data, 'webp'),
    mime: 'image/webp',
    bytes: data,
    width: info.width,
    height: info.pageHeight ?? info.height,
    variants,
  };
}

/**
 * Converts an uploaded picture into what is stored: WebP in sRGB, upright, without metadata, with
 * its frames and their times. People who send many at once wait for each other, not others for
 * them. Throws tooLarge, heic, svg, unsupported, pixels, unavailable.
 */
export async function encodePicture(
  bytes: Uint8Array,
  share: Share,
  options: EncodeOptions = {},
): Promise<EncodedPicture> {
  if (bytes.length > MAX_UPLOAD_BYTES) throw new AppError('tooLarge');
  const kind = sniffPictureKind(bytes);
  return withEncodingSlot(async () => {
    const { animated } = await readPictureHead(bytes, kind);
    return encodeWebp(bytes, kind, animated && !options.squarePixels, options).catch((cause) => {
      throw new AppError('unsupported', { cause });
    });
  }, share);
}
