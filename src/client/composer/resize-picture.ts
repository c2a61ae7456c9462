/** Longer side of the first attempt in pixels, more than any screen shows. */
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

const encode = (context: Context, type: string): Promise<Blob> =>
  context.canvas.convertToBlob({ type, quality: QUALITY });

/** Safari encodes no WebP and returns a PNG: then choose JPEG unless parts are transparent. */
const chooseType = (made: Blob, asked: string, context: Context): string =>
  made.type !== asked && isOpaque(context) ? 'image/jpeg' : made.type;

/** At most `limit` bytes, upright, without metadata. Rejects if the file is unreadable. */
export async function resizeToLimit(file: File, limit: number): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const asked = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  let scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height));
  let context = draw(bitmap, scale);
  let blob = await encode(context, asked);
  const type = chooseType(blob, asked, context);
  if (type !== blob.type) blob = await encode(context, type);
  while (blob.size > limit) {
    scale *= SCALE_STEP;
    context = draw(bitmap, scale);
    blob = await encode(context, type);
  }
  return blob;
}
