import sharp from 'sharp';

/* Small files that are expensive to decode. */

const segment = (marker: number, data: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);
const word = (value: number): number[] => [value >> 8, value & 255];

/** Sets of sixteen code lengths with one code of one bit, which means `symbol`. */
const huffman = (tableClass: 0 | 1, symbol: number) =>
  segment(0xc4, [tableClass << 4, 1, ...Array(15).fill(0), symbol]);

/**
 * A valid progressive grey JPEG of one colour with 1 to 64 scans. The first scan has the DC
 * coefficients, each other scan one coefficient of all blocks, which is 0.
 */
export function manyScans(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const coefficients = Array.from({ length: scans - 1 }, (_, index) => {
    // each run is its code 0, then 14 bits: a run of 2 ** 14 blocks plus that number
    const runs = Math.ceil(blocks / (2 ** 15 - 1));
    const bits = `0${'1'.repeat(14)}`.repeat(runs);
    return Buffer.concat([
      segment(0xda, [1, 1, 0, index + 1, index + 1, 0]),
      Buffer.from(
        (bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []).flatMap((byte) => {
          const value = Number.parseInt(byte, 2);
          return value === 255 ? [255, 0] : [value];
        }),
      ),
    ]);
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, [8, ...word(height), ...word(width), 1, 1, 0x11, 0]),
    huffman(0, 0),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
    huffman(1, 0xe0),
    ...coefficients,
    Buffer.from([0xff, 0xd9]),
  ]);
}

const oneColour = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#36c' } });

export const flatAvif = (width: number, height: number): Promise<Buffer> =>
  oneColour(width, height).avif({ effort: 0 }).toBuffer();

/** Sixteen bits a channel, in seven passes. */
export const interlacedPng = (width: number, height: number): Promise<Buffer> =>
  oneColour(width, height).toColourspace('rgb16').png({ progressive: true }).toBuffer();

/** A GIF whose frames after the first are one pixel each, on the whole canvas. */
export function manyFrames(width: number, height: number, frames: number): Buffer {
  const little = (value: number) => [value & 255, value >> 8];
  const frame = [
    ...[0x21, 0xf9, 4, 0, 7, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, ...little(1), ...little(1), 0],
    ...[2, 2, 0x44, 0x01, 0],
  ];
  return Buffer.from([
    ...Buffer.from('GIF89a', 'latin1'),
    ...little(width),
    ...little(height),
    ...[0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...Array.from({ length: frames }, () => frame).flat(),
    0x3b,
  ]);
}
