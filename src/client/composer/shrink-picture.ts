import { MAX_UPLOAD_BYTES } from '#contracts/limits.ts';
import { Failure } from '../core/failure.ts';
import workerUrl from './shrink-worker.ts?worker&url';

/*
 * Makes photos that are larger than the server accepts (R33) smaller before they are sent.
 */

/** Leading bytes of a file that can say whether it is animated. */
const HEAD_BYTES = 65_536;
/** Where an extended WebP has its flags, and the one of them that means frames. */
const WEBP_FLAGS_OFFSET = 20;
const WEBP_ANIMATION_FLAG = 2;

/**
 * Whether a file is animated: a GIF, or frames in PNG, WebP and AVIF. Shrinking would leave one
 * frame.
 */
async function isAnimated(file: File): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (/^RIFF.{4}WEBPVP8X/s.test(head))
    return (head.charCodeAt(WEBP_FLAGS_OFFSET) & WEBP_ANIMATION_FLAG) > 0;
  return /^(GIF8|.{4}ftypavis|.PNG.*acTL)/s.test(head);
}

const workerPolicy = globalThis.trustedTypes?.createPolicy('shrink-worker', {
  createScriptURL: () => workerUrl,
});

function shrinkInWorker(file: File, signal: AbortSignal | undefined): Promise<Blob | null> {
  const worker = new Worker(workerPolicy?.createScriptURL('') ?? workerUrl, { type: 'module' });
  return new Promise<Blob | null>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data);
    // the worker's file couldn't be loaded
    worker.onerror = () => reject(new Failure(0, 'unavailable'));
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    worker.postMessage({ file, limit: MAX_UPLOAD_BYTES });
  }).finally(() => worker.terminate());
}

export const isTooLarge = ({ size }: File): boolean => size > MAX_UPLOAD_BYTES;

/**
 * The picture as the server takes it: the same, or a smaller one of its proportions. Throws
 * Failure: `animation` for one that moves and is too large, `unsupported` for what is no picture;
 * and the reason of the signal.
 */
export async function shrinkToLimit(file: File, signal?: AbortSignal): Promise<File> {
  if (!isTooLarge(file)) return file;
  if (await isAnimated(file)) throw new Failure(413, 'animation');
  const smaller = await shrinkInWorker(file, signal);
  if (!smaller) throw new Failure(415, 'unsupported');
  return new File([smaller], file.name, { type: smaller.type });
}
