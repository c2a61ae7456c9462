import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodePicture } from '#domain/uploads/encode.ts';
import { type PictureProcessDeath, pictureProcesses } from '#domain/uploads/picture-processes.ts';
import { MAX_UPLOAD_PIXELS, PICTURE_CPU_MS } from '#platform/limits.ts';
import { propertyRuns } from '../support/arbitraries.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { plainPicture } from '../support/sample-pictures.ts';
import { flatAvif, interlacedPng, manyFrames, manyScans } from '../support/slow-pictures.ts';

/* Small files that are expensive to decode, of each format: header or CPU limits refuse them. */

/** Less than the fastest machine needs for the cheapest of these pictures. */
const CPU_MS = 40;

const deaths: PictureProcessDeath[] = [];
pictureProcesses.stop();
pictureProcesses.configure({ cpuMs: CPU_MS, onDeath: (death) => void deaths.push(death) });
atEndOfFile(() => pictureProcesses.configure({ cpuMs: PICTURE_CPU_MS, onDeath: () => {} }));

/** Dimensions of a picture with 25 to 40 megapixels, or from a given minimum. */
const anySides = (maxWidth: number, minPixels = 25_000_000) =>
  fc
    .tuple(
      fc.integer({ min: 4_000, max: maxWidth }),
      fc.integer({ min: minPixels, max: MAX_UPLOAD_PIXELS }),
    )
    .map(([width, pixels]) => [width, Math.floor(pixels / width)] as const);

const SLOW = {
  'progressive JPEG': [
    8,
    fc
      .tuple(anySides(65_000), fc.integer({ min: 12, max: 64 }))
      .map(([[width, height], scans]) => manyScans(width, height, scans)),
  ],
  'interlaced PNG': [3, anySides(12_000, 8_000_000).map((sides) => interlacedPng(...sides))],
  AVIF: [3, anySides(12_000, 8_000_000).map((sides) => flatAvif(...sides))],
  WebP: [
    3,
    anySides(16_000).map(([width, height]) =>
      plainPicture(width, height).webp({ effort: 0 }).toBuffer(),
    ),
  ],
  'animated GIF': [
    5,
    fc
      .tuple(
        fc.integer({ min: 500, max: 4_000 }),
        fc.integer({ min: 25_000_000, max: MAX_UPLOAD_PIXELS }),
      )
      .map(([frames, pixels]) => {
        const side = Math.floor(Math.sqrt(pixels / (frames + 1)));
        return manyFrames(side, side, frames);
      }),
  ],
} as const satisfies Record<string, readonly [number, fc.Arbitrary<Buffer | Promise<Buffer>>]>;

test.each(Object.entries(SLOW))('[R33] a slow %s is refused or ended', async (_, [runs, slow]) => {
  await fc.assert(
    fc.asyncProperty(slow as fc.Arbitrary<Buffer | Promise<Buffer>>, async (picture) => {
      const encoding = encodePicture(await picture, { person: 1 });
      await expect(encoding).rejects.toMatchObject({ code: 'undecodable' });
    }),
    { ...propertyRuns(runs), endOnFailure: true },
  );
  expect(deaths.filter(({ reason }) => reason !== 'cpu')).toEqual([]);
});
