import { afterEach, expect, test, vi } from 'vitest';
import { resizeToLimit } from '#client/composer/resize-picture.ts';
import { shrinkToLimit } from '#client/composer/shrink-picture.ts';
import { MAX_UPLOAD_BYTES } from '#contracts/limits.ts';
import { animatedAvif, animatedPng, animation } from '../support/sample-pictures.ts';

/* A canvas that encodes some formats and falls back to PNG, as browsers do. */

afterEach(() => void vi.unstubAllGlobals());

/** Average bytes per pixel. */
const BYTES_PER_PIXEL = new Map([
  ['image/png', 2],
  ['image/jpeg', 0.2],
  ['image/webp', 0.15],
]);

interface Picture {
  width: number;
  height: number;
  isOpaque: boolean;
}

function canvasThatEncodes(formats: readonly string[], picture: Picture) {
  vi.stubGlobal('createImageBitmap', async () => picture);
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly width: number;
      readonly height: number;
      constructor(width: number, height: number) {
        this.width = width;
        this.height = height;
      }
      getContext() {
        const pixel = new Uint8ClampedArray(8).fill(255);
        if (!picture.isOpaque) pixel[7] = 254;
        return { canvas: this, drawImage: () => {}, getImageData: () => ({ data: pixel }) };
      }
      async convertToBlob({ type: asked }: { type: string }) {
        const type = formats.includes(asked) ? asked : 'image/png';
        const size = this.width * this.height * (BYTES_PER_PIXEL.get(type) ?? 0);
        return new Blob([new Uint8Array(size)], { type });
      }
    },
  );
}

const CHROME = ['image/jpeg', 'image/webp', 'image/png'];
const SAFARI = ['image/jpeg', 'image/png'];
const PHOTO = { width: 2_000, height: 1_500, isOpaque: true };
const DRAWING = { ...PHOTO, isOpaque: false };

test.each([
  ['a JPEG', 'Chromium', CHROME, 'image/jpeg', PHOTO, 'image/jpeg', 600_000],
  ['a JPEG', 'Safari', SAFARI, 'image/jpeg', PHOTO, 'image/jpeg', 600_000],
  ['a photo in PNG', 'Chromium', CHROME, 'image/png', PHOTO, 'image/webp', 450_000],
  ['a photo in PNG', 'Safari', SAFARI, 'image/png', PHOTO, 'image/jpeg', 600_000],
  ['a photo in WebP', 'Safari', SAFARI, 'image/webp', PHOTO, 'image/jpeg', 600_000],
  ['a photo in AVIF', 'Safari', SAFARI, 'image/avif', PHOTO, 'image/jpeg', 600_000],
  ['a transparent PNG', 'Chromium', CHROME, 'image/png', DRAWING, 'image/webp', 450_000],
  // three steps of 0.75: PNG has more bytes for a pixel
  ['a transparent PNG', 'Safari', SAFARI, 'image/png', DRAWING, 'image/png', 1_898_438],
] as const)(
  '[R33] %s that is too large is sent from %s in a format that fits it',
  async (_picture, _browser, formats, sent, picture, type, bytes) => {
    canvasThatEncodes(formats, picture);
    const blob = await resizeToLimit(new File([], 'a', { type: sent }), MAX_UPLOAD_BYTES);
    expect(blob.type).toBe(type);
    expect(blob.size / bytes).toBeCloseTo(1, 1);
  },
);

const padded = (...parts: (string | Buffer)[]): File =>
  new File(
    [
      ...parts.map((part) => new Uint8Array(Buffer.from(part as Buffer))),
      new Uint8Array(MAX_UPLOAD_BYTES),
    ],
    'picture',
  );
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A worker that can't read any picture. */
class BlindWorker {
  onmessage?: (event: { data: null }) => void;
  postMessage() {
    queueMicrotask(() => this.onmessage?.({ data: null }));
  }
  terminate() {}
}

test.each([
  ['an animated PNG', () => animatedPng(30, 30, 3), 'animationFormat'],
  ['an animated AVIF', animatedAvif, 'animationFormat'],
  ['an animated GIF', () => animation(30, 30, 3), 'animation'],
  ['an animated WebP', () => animation(30, 30, 3, 'webp'), 'animation'],
  ['a JPEG that is cut', () => latin1('\xff\xd8\xff\xe0'), 'damaged'],
  ['a PNG that is cut', () => latin1('\x89PNG\r\n\x1a\n'), 'damaged'],
  ['a WebP that is cut', () => latin1('RIFF\0\x01\n\0WEBPVP8 '), 'damaged'],
  ['an AVIF that is cut', () => latin1('\0\0\0\x20ftypavif'), 'damaged'],
  ['what is no picture', () => latin1('BM words'), 'unsupported'],
] as const)('[R33] a file that can’t be made smaller says why: %s', async (_what, make, code) => {
  vi.stubGlobal('Worker', BlindWorker);
  await expect(shrinkToLimit(padded(await make()))).rejects.toMatchObject({ code });
});
