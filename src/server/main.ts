import { isMainThread } from 'node:worker_threads';

// One build, two threads: the server, and the renderer that it starts from this same file.
if (isMainThread) {
  const { serve } = await import('./serve.ts');
  await serve(new URL(import.meta.url));
} else {
  const { runRenderer } = await import('./renderer.ts');
  await runRenderer();
}
