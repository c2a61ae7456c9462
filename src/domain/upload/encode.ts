import { AppError } from '#contracts/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contracts/limits.ts';
import { createFairLimit } from '#platform/fair-limit.ts';
import type { Share } from '#platform/fair-queue.ts';
import { MAX_CONCURRENT_PICTURES, MAX_JPEG_SCANS, MAX_WAITING_PICTURES } from '#platform/limits.ts';
import type { EncodedPicture } from './encode-webp.ts';
import { countJpegScans } from './jpeg-scans.ts';
import { isGifCut, losesMotion } from './picture-parts.ts';
import { pictureProcesses } from './picture-processes.ts';
import { sniffPictureKind } from './sniff.ts';

/** Seconds after which a picture may be sent again that found no place. */
const RETRY_AFTER_SECONDS = 5;

const withPictureSlot = createFairLimit({
  slot: 'pictures',
  capacity: MAX_CONCURRENT_PICTURES,
  maxPerPerson: 1,
  maxWaiting: MAX_WAITING_PICTURES,
  createRefusal: () => new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS }),
});

interface EncodeOptions {
  /** Ends the work when the sender disconnects. */
  signal?: AbortSignal;
  /** Only the middle, as a square of so many pixels, and without motion. */
  squarePixels?: number;
}

/**
 * Converts an uploaded picture into what is stored: WebP in sRGB, upright, without metadata, with
 * its frames and their times. A person has one picture decoded at a time. Throws tooLarge, heic,
 * svg, unsupported, animationFormat, damaged, pixels, undecodable, unavailable.
 */
export async function encodePicture(
  bytes: Uint8Array,
  share: Share,
  { signal, squarePixels }: EncodeOptions = {},
): Promise<EncodedPicture> {
  if (bytes.length > MAX_UPLOAD_BYTES) throw new AppError('tooLarge');
  const kind = sniffPictureKind(bytes);
  if (kind === 'jpeg' && countJpegScans(bytes) > MAX_JPEG_SCANS) throw new AppError('undecodable');
  if (!squarePixels && losesMotion(bytes, kind)) throw new AppError('animationFormat');
  if (kind === 'gif' && isGifCut(bytes)) throw new AppError('damaged');
  const encode = () => pictureProcesses.encode({ bytes, kind, squarePixels }, signal);
  return withPictureSlot(encode, share, { signal });
}
