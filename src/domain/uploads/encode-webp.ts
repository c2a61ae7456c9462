import sharp, { type Sharp } from 'sharp';
import { AppError } from '#contracts/errors.ts';
import { MAX_PICTURE_FRAMES, MAX_UPLOAD_PIXELS, PICTURE_WIDTHS } from '#platform/limits.ts';
import { toContentPath } from '#platform/stored-path.ts';
import type { PictureKind } from './sniff.ts';

/* Runs in the picture process, because it decodes untrusted bytes. */

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
  /** Crops the centre to a square of this size, without animation. */
  squarePixels?: number | undefined;
}

/** Wider than any screen; the maximum height of WebP. */
const MAX_PICTURE_PIXELS = { width: 4096, height: 16_383 };
/** PNG usually has drawings and screenshots, which show artefacts more than photos. */
const WEBP_QUALITY = { png: 90, other: 82 };

/** Above this size the encoder uses less effort: a long screenshot would take 8 s. */
const LARGE_PIXELS = 8_000_000;

sharp.concurrency(1);
sharp.cache(false);

/**
 * Reads only the header. Throws pixels, undecodable (too many frames, or too costly), damaged
 * (incomplete header), unsupported (content contradicts the first bytes).
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
  // Each doubles memory or time per pixel.
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
  // No variants of animations: each would encode all frames again.
  if (!animated) {
    // Variants reuse the decoded picture, because decoding may cost more than encoding.
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

/** Upright WebP in sRGB without metadata. Throws pixels, undecodable, damaged, unsupported. */
export async function encodeWebp(picture: PictureToEncode): Promise<EncodedPicture> {
  const { animated } = await readPictureHead(picture);
  return encodeDecodable(picture, animated && !picture.squarePixels).catch((cause) => {
    throw new AppError('damaged', { cause });
  });
}
