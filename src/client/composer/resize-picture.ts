/** Pixels of the longer side of the first attempt: more than any screen shows. */
const MAX_SIDE_PIXELS = 3_840;
const SCALE_STEP = 0.75;
const QUALITY = 0.88;
const OPAQUE = 255;

type Context = OffscreenCanvasRenderingContext2D;

function draw(bitmap: ImageBitmap, scale: number): Context {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  const context = canvas.getContext('2d') as Context;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return context;
}

function isOpaque(context: Context): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== OPAQUE) return false;
  return true;
}

/**
 * A JPEG or a WebP. Safari doesn't encode WebP and gives a PNG instead, in which a photo has ten
 * times the bytes: there it is a JPEG, unless that would lose what is transparent.
 */
async function encode(context: Context, type: string): Promise<Blob> {
  const blob = await context.canvas.convertToBlob({ type, quality: QUALITY });
  if (blob.type === type || !isOpaque(context)) return blob;
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

/**
 * A picture of the same proportions, upright and without metadata, that has at most `limit` bytes.
 * Rejects for what isn't a readable picture.
 */
export async function resizeToLimit(file: File, limit: number): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  let scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height));
  for (;;) {
    const blob = await encode(draw(bitmap, scale), type);
    if (blob.size <= limit) return blob;
    scale *= SCALE_STEP;
  }
}
