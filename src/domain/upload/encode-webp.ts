import sharp, { type Sharp } from 'sharp';
import { AppError } from '#contracts/errors.ts';
import { MAX_PICTURE_FRAMES, MAX_UPLOAD_PIXELS, PICTURE_WIDTHS } from '#platform/limits.ts';
import { toContentPath } from '#platform/stored-path.ts';
import type { PictureKind } from './sniff.ts';

/* Runs in the picture process: it decodes bytes that users sent. */

export interface EncodedPicture {
  hash: string;
  path: string;
  mime: string;
  bytes: Uint8Array;
  width: number;
  height: number;
  variants: { width: number; bytes: Uint8Array }[];
}

export interface PictureToEncode {
  bytes: Uint8Array;
  kind: PictureKind;
  /** Only the middle, as a square of so many pixels, and without motion. */
  squarePixels?: number | undefined;
}

/** Wider than any screen; WebP ends at this height. */
const MAX_PICTURE_PIXELS = { width: 4096, height: 16_383 };
/** Drawings and screenshots, which come as PNG, show losses sooner than photos. */
const WEBP_QUALITY = { png: 90, other: 82 };

/** Beyond so many pixels the encoder makes less effort: a long screenshot would take 8 s. */
const LARGE_PIXELS = 8_000_000;

sharp.concurrency(1);
sharp.cache(false);

/**
 * Reads no further than the file's head. Throws pixels, undecodable for what no real picture has,
 * damaged when there is no whole head, and unsupported when it isn't what the first bytes promised.
 */
async function readPictureHead({ bytes, kind }: PictureToEncode): Promise<{ animated: boolean }> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!head?.width || !head.height) throw new AppError('damaged');
  const format = head.compression === 'av1' ? 'avif' : head.format;
  if (format !== kind) throw new AppError('unsupported');
  const frames = kind === 'gif' || kind === 'webp' ? (head.pages ?? 1) : 1;
  const pixels = head.width * head.height * frames;
  if (pixels > MAX_UPLOAD_PIXELS) throw new AppError('pixels');
  const isDeepPng = kind === 'png' && head.depth === 'ushort';
  const isInterlacedPng = kind === 'png' && head.isProgressive;
  // Each doubles the memory or the time of a pixel.
  const cost = [isDeepPng, isInterlacedPng, kind === 'avif'].reduce(
    (product, isTrue) => (isTrue ? 2 * product : product),
    pixels,
  );
  if (frames > MAX_PICTURE_FRAMES || cost > MAX_UPLOAD_PIXELS) throw new AppError('undecodable');
  return { animated: frames > 1 };
}

async function encodeDecodable(
  { bytes, kind, squarePixels }: PictureToEncode,
  animated: boolean,
): Promise<EncodedPicture> {
  const quality = kind === 'png' ? WEBP_QUALITY.png : WEBP_QUALITY.other;
  const toWebp = (picture: Sharp, isLarge = false) =>
    picture
      .webp({
        quality,
        effort: animated || isLarge ? 2 : 4,
        smartSubsample: kind === 'png' && !isLarge,
      })
      .toBuffer({ resolveWithObject: true });
  const input = sharp(bytes, { animated, limitInputPixels: MAX_UPLOAD_PIXELS, failOn: 'error' });
  const resized = (animated ? input : input.autoOrient()).resize(
    squarePixels
      ? { width: squarePixels, height: squarePixels, fit: 'cover' }
      : { ...MAX_PICTURE_PIXELS, fit: 'inside', withoutEnlargement: true },
  );
  const variants: EncodedPicture['variants'] = [];
  let main = resized;
  let isLarge = false;
  // An animation has no variants: each would cost all its frames again.
  if (!animated) {
    // Decoding may cost more than encoding, so the variants are made from the decoded picture.
    const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true });
    const decoded = () => sharp(data, { raw: info });
    main = decoded();
    isLarge = info.width * info.height > LARGE_PIXELS;
    for (const width of PICTURE_WIDTHS.filter((one) => one < info.width))
      variants.push({ width, bytes: (await toWebp(decoded().resize({ width }))).data });
  }
  const { data, info } = await toWebp(main, isLarge);
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
 * WebP in sRGB, upright, without metadata, with its frames and their times. Throws pixels,
 * undecodable, damaged, unsupported.
 */
export async function encodeWebp(picture: PictureToEncode): Promise<EncodedPicture> {
  const { animated } = await readPictureHead(picture);
  return encodeDecodable(picture, animated && !picture.squarePixels).catch((cause) => {
    throw new AppError('damaged', { cause });
  });
}
