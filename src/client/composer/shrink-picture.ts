import { MAX_UPLOAD_BYTES } from '#contracts/limits.ts';
import { Failure } from '../core/failure.ts';
import workerUrl from './shrink-worker.ts?worker&url';

/*
 * Makes photos that are larger than the server accepts (R33) smaller before they are sent.
 */

/** Leading bytes of a file that can say what it is, and whether it is animated. */
const HEAD_BYTES = 65_536;
/** Where an extended WebP has its flags, and the one of them that means frames. */
const WEBP_FLAGS_OFFSET = 20;
const WEBP_ANIMATION_FLAG = 2;

/** Animations that would stand still in the forum, of any size. */
const LOST_ANIMATION = /^(.{4}ftypavis|.PNG.*acTL)/s;
/** First bytes of the formats that the server takes. */
const KNOWN_FORMAT = /^(.PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP|.{4}ftypavi[fs])/s;

const readHead = async (file: File): Promise<string> =>
  new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer());

/** Whether a file is animated in a format whose motion the server keeps. */
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
    // the worker's file couldn't be loaded
    worker.onerror = () => reject(new Failure(0, 'unavailable'));
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    worker.postMessage({ file, limit: MAX_UPLOAD_BYTES });
  }).finally(() => worker.terminate());
}

export const isTooLarge = ({ size }: File): boolean => size > MAX_UPLOAD_BYTES;

/**
 * The picture as the server takes it: the same, or a smaller one of its proportions. Throws
 * Failure: `animation` for one that moves and is too large, as one frame would be left of it;
 * `animationFormat` where the server would leave one frame, whatever the size; `damaged`, and
 * `unsupported` for what is no picture; and the reason of the signal.
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
