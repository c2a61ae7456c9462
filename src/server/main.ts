import { isMainThread, workerData } from 'node:worker_threads';
import type { SanitizerThreadData } from '#domain/message/sanitizer-thread.ts';
import type { RendererData } from './renderer-client.ts';

// One build, three threads: the server, and the renderer and the thread of messages that it starts
// from this same file.
if (isMainThread) {
  const { startServer } = await import('./serve.ts');
  await startServer(new URL(import.meta.url));
} else if ((workerData as SanitizerThreadData | RendererData).role === 'messages') {
  await import('#domain/message/sanitizer-worker.ts');
} else {
  const { runRendererThread } = await import('./renderer-thread.ts');
  await runRendererThread();
}
