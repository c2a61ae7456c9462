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

/** Seconds until a retry if the queue is full. */
const RETRY_AFTER_SECONDS = 5;

const withPictureSlot = createFairLimit({
  slot: 'pictures',
  capacity: MAX_CONCURRENT_PICTURES,
  maxPerPerson: 1,
  maxWaiting: MAX_WAITING_PICTURES,
  createRefusal: () => new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS }),
});

interface EncodeOptions {
  /** Aborts when the client disconnects. */
  signal?: AbortSignal;
  /** Crops the centre to a square of this size, without animation. */
  squarePixels?: number;
}

/**
 * Converts an upload to the stored form: see encodeWebp. One picture per person at a time. Throws
 * tooLarge, heic, svg, unsupported, animationFormat, damaged, pixels, undecodable, unavailable.
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
