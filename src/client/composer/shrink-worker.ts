import { resizeToLimit } from './resize-picture.ts';

/* In a worker, so that a large photo doesn't block the page. */

addEventListener(
  'message',
  ({ data: { file, limit } }: MessageEvent<{ file: File; limit: number }>) => {
    resizeToLimit(file, limit).then(
      (blob) => postMessage(blob),
      () => postMessage(null), // the file isn't a readable picture
    );
  },
);
