import { isMainThread, workerData } from 'node:worker_threads';
import type { SanitizerThreadData } from '#domain/message/sanitizer-thread.ts';
import type { PictureProcessRole } from '#domain/uploads/picture-processes.ts';
import type { RenderYardstickData } from './render-yardstick.ts';
import type { RendererData } from './renderer-client.ts';

type ThreadData = SanitizerThreadData | RendererData | RenderYardstickData;

const PICTURES: PictureProcessRole = 'pictures';

// The entry of all threads and processes of the build: server, renderer, messages, pictures, and
// the benchmark's yardstick.
if (process.argv[2] === PICTURES) await import('#domain/uploads/picture-process.ts');
else if (isMainThread) {
  const { startServer } = await import('./serve.ts');
  await startServer(new URL(import.meta.url));
} else {
  const { role } = workerData as ThreadData;
  if (role === 'messages') await import('#domain/message/sanitizer-worker.ts');
  else if (role === 'render-yardstick') {
    const { runRenderYardstick } = await import('./render-yardstick.ts');
    await runRenderYardstick();
  } else {
    const { runRendererThread } = await import('./renderer-thread.ts');
    await runRendererThread();
  }
}
