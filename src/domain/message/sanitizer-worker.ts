import { parentPort } from 'node:worker_threads';
import { AppError } from '#contracts/errors.ts';
import { toCpuMs } from '#platform/cpu-time.ts';
import { sanitize } from './sanitize.ts';
import type { SanitizerReply, SanitizerRequest, SanitizerResult } from './sanitizer-thread.ts';
import { createWordFilter } from './word-filter.ts';

/* The thread of sanitizer-thread.ts. Importing this file runs it. */

const port = parentPort;
if (!port)
  throw new Error(
    'Messages are made safe in a thread of their own; this file is only its beginning.',
  );

let wordFilter = createWordFilter([]);

function sanitizeRequest(request: SanitizerRequest): SanitizerResult {
  if (request.words) wordFilter = createWordFilter(request.words);
  const { source, options } = request;
  try {
    return {
      kind: 'made',
      made: sanitize(source, request.isFiltered ? { ...options, wordFilter } : options),
    };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', code: error.code };
    return { kind: 'failed', message: (error as Error).stack ?? String(error) };
  }
}

const answer = (result: { kind: 'ready' } | SanitizerResult): void =>
  port.postMessage({
    ...result,
    threadMs: toCpuMs(process.threadCpuUsage()),
  } satisfies SanitizerReply);

// Compiles lazily compiled code before the first message.
sanitize(
  '<p>warm <b>up</b> <a href="https://example.com/">a</a></p><pre><code class="language-bash">ls</code></pre>',
  { frameHosts: [] },
);
port.on('message', (request: SanitizerRequest) => answer(sanitizeRequest(request)));
answer({ kind: 'ready' });
