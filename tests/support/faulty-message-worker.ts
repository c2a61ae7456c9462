import { existsSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { AppError } from '#contracts/errors.ts';
import type { Sanitized } from '#domain/message/sanitize.ts';
import type { ThreadAnswer, ThreadRequest } from '#domain/message/thread.ts';

/*
 * A thread of messages that does what its messages say: loops, eats memory, ends, or ends only the
 * first time.
 */

const sanitizedMessage = (html: string): Sanitized => ({
  html,
  text: html,
  images: 0,
  pictures: [],
  uploads: [],
  videos: 0,
  removedFrames: [],
  mentions: [],
  links: [],
  listed: [],
});

function answerRequest({ source }: ThreadRequest): ThreadAnswer {
  const [what = '', mark = ''] = source.split(' ', 2);
  if (what === 'loop') for (;;);
  if (what === 'eat')
    for (const eaten: unknown[] = []; ; )
      eaten.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));
  if (what === 'end-once' && !existsSync(mark)) {
    writeFileSync(mark, '');
    process.exit(1);
  }
  if (what === 'refuse') return { kind: 'refused', code: new AppError('tooComplex').code };
  return { kind: 'made', made: sanitizedMessage(source) };
}

parentPort?.on('message', (request: ThreadRequest) =>
  parentPort?.postMessage(answerRequest(request)),
);
parentPort?.postMessage({ kind: 'ready' } satisfies ThreadAnswer);
