import { MAX_UPLOAD_BYTES } from '#contracts/limits.ts';
import { Failure } from '../core/failure.ts';
import workerUrl from './shrink-worker.ts?worker&url';

/* Shrinks photos over the server's limit (R33) before the upload. */

/** Leading bytes of a file that identify its format and animation. */
const HEAD_BYTES = 65_536;
/** An extended WebP's flags, and the flag for animation. */
const WEBP_FLAGS_OFFSET = 20;
const WEBP_ANIMATION_FLAG = 2;

/** Formats whose animation the server would lose, of any size. */
const LOST_ANIMATION = /^(.{4}ftypavis|.PNG.*acTL)/s;
/** First bytes of the formats that the server accepts. */
const KNOWN_FORMAT = /^(.PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP|.{4}ftypavi[fs])/s;

const readHead = async (file: File): Promise<string> =>
  new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer());

/** Whether a file is animated in a format whose animation the server preserves. */
const keepsMotion = (head: string): boolean =>
  head.startsWith('GIF8') ||
  (/^RIFF.{4}WEBPVP8X/s.test(head) &&
    (head.charCodeAt(WEBP_FLAGS_OFFSET) & WEBP_ANIMATION_FLAG) > 0);

const workerPolicy = globalThis.trustedTypes?.createPolicy('shrink-worker', {
  createScriptURL: () => workerUrl,
});

function shrinkInWorker(file: File, signal: AbortSignal | undefined): Promise<Blob | null> {
  const worker = new Worker(workerPolicy?.createScriptURL('') ?? workerUrl, { type: 'module' });
  return new Promise<Blob | null>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data);
    // the worker's file failed to load
    worker.onerror = () => reject(new Failure(0, 'unavailable'));
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    worker.postMessage({ file, limit: MAX_UPLOAD_BYTES });
  }).finally(() => worker.terminate());
}

export const isTooLarge = ({ size }: File): boolean => size > MAX_UPLOAD_BYTES;

/**
 * Returns the file, or a smaller one of the same proportions. Throws the signal's reason, or
 * Failure: `animation` (animated and too large), `animationFormat` (the server would store one
 * frame), `damaged`, `unsupported` (no picture).
 */
export async function shrinkToLimit(file: File, signal?: AbortSignal): Promise<File> {
  if (!isTooLarge(file)) return file;
  const head = await readHead(file);
  if (LOST_ANIMATION.test(head)) throw new Failure(415, 'animationFormat');
  if (keepsMotion(head)) throw new Failure(413, 'animation');
  const smaller = await shrinkInWorker(file, signal);
  if (!smaller) throw new Failure(415, KNOWN_FORMAT.test(head) ? 'damaged' : 'unsupported');
  return new File([smaller], file.name, { type: smaller.type });
}
