import { existsSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { AppError } from '#contracts/errors.ts';
import type { SanitizedMessage } from '#domain/message/sanitize.ts';
import type { SanitizerReply, SanitizerRequest } from '#domain/message/sanitizer-thread.ts';

/*
 * A thread of messages that does what its messages say: loops, is busy for some milliseconds, eats
 * memory, ends, or ends only the first time.
 */

const sanitizedMessage = (html: string): SanitizedMessage => ({
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

function answerRequest({ source }: SanitizerRequest): SanitizerReply {
  const before = process.threadCpuUsage();
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  const [what = '', mark = ''] = source.split(' ', 2);
  if (what === 'loop') for (;;);
  if (what === 'busy') while (usedMs() < Number(mark));
  if (what === 'eat')
    for (const eaten: unknown[] = []; ; )
      eaten.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));
  if (what === 'end-once' && !existsSync(mark)) {
    writeFileSync(mark, '');
    process.exit(1);
  }
  if (what === 'refuse')
    return { kind: 'refused', code: new AppError('tooComplex').code, cpuMs: usedMs() };
  return { kind: 'made', made: sanitizedMessage(source), cpuMs: usedMs() };
}

parentPort?.on('message', (request: SanitizerRequest) =>
  parentPort?.postMessage(answerRequest(request)),
);
parentPort?.postMessage({ kind: 'ready' } satisfies SanitizerReply);
