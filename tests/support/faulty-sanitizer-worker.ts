import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
import { AppError } from '#contracts/errors.ts';
import type { SanitizedMessage } from '#domain/message/sanitize.ts';
import type {
  SanitizerReply,
  SanitizerRequest,
  SanitizerResult,
} from '#domain/message/sanitizer-thread.ts';
import { threadMs } from './thread-time.ts';

/*
 * A worker thread that does what each message says: loop, hang, be busy for some milliseconds, use
 * up memory, exit, exit the first time only, or tell its thread's number.
 */

const sanitizedMessage = (html: string): SanitizedMessage => ({
  html,
  text: html,
  images: 0,
  pictures: [],
  uploads: [],
  videos: [],
  removedFrames: [],
  mentions: [],
  links: [],
  listed: [],
});

function answerRequest({ source }: SanitizerRequest): SanitizerResult {
  const before = threadMs();
  const [what = '', mark = ''] = source.split(' ', 2);
  if (what === 'loop') for (;;);
  if (what === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (what === 'busy') while (threadMs() - before < Number(mark));
  if (what === 'eat')
    for (const eaten: unknown[] = []; ; )
      eaten.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));
  if (what === 'end-once' && !existsSync(mark)) {
    writeFileSync(mark, '');
    process.exit(1);
  }
  if (what === 'thread') return { kind: 'made', made: sanitizedMessage(String(threadId)) };
  if (what === 'refuse') return { kind: 'refused', code: new AppError('tooComplex').code };
  return { kind: 'made', made: sanitizedMessage(source) };
}

const answer = (result: { kind: 'ready' } | SanitizerResult) =>
  parentPort?.postMessage({ ...result, threadMs: threadMs() } satisfies SanitizerReply);
parentPort?.on('message', (request: SanitizerRequest) => answer(answerRequest(request)));
answer({ kind: 'ready' });
