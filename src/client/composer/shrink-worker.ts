/* Runs in a worker, so that a large photo doesn't block the page. */

/** Pixels of the longer side of the first attempt: more than any screen shows. */
const MAX_SIDE_PIXELS = 3_840;
const SCALE_STEP = 0.75;

/**
 * A picture of the same proportions, upright and without metadata, that has at most `limit` bytes.
 */
async function shrink(file: File, limit: number): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  for (
    let scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height));
    ;
    scale *= SCALE_STEP
  ) {
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    );
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type, quality: 0.88 });
    if (blob.size <= limit) return blob;
  }
}

addEventListener(
  'message',
  ({ data: { file, limit } }: MessageEvent<{ file: File; limit: number }>) => {
    shrink(file, limit).then(
      (blob) => postMessage(blob),
      () => postMessage(null), // the file isn't a readable picture
    );
  },
);
