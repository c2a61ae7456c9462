import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export const plainPicture = (width: number, height: number, colour = '#3366cc') =>
  sharp({ create: { width, height, channels: 3, background: colour } });

/** A unique picture: red on the left, blue on the right, noise from `seed`. */
export function uniquePicture(width: number, height: number, seed = 1): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const left = at % width < width / 2;
    pixels.set([left ? 220 : 20, (at * seed * 7919) % 32, left ? 20 : 220], at * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A phone's portrait photo: 12 megapixels, stored in landscape, above the server's limit. */
export async function phonePhoto(): Promise<Buffer> {
  const [width, height] = [4_000, 3_000];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0, noise = 1; at < width * height; at++) {
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648;
    const left = at % width < width / 2;
    pixels.set([left ? 200 : 20, noise % 48, left ? 20 : 200], at * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** Frames of different colours, each shown for 70 ms. */
export async function animation(
  width: number,
  height: number,
  frames: number,
  format: 'gif' | 'webp' = 'gif',
): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      plainPicture(width, height, `hsl(${index * 40}, 90%, 50%)`)
        .png()
        .toBuffer(),
    ),
  );
  const joined = sharp(pictures, { join: { animated: true } });
  const options = { delay: pictures.map(() => 70), loop: 3 };
  return (format === 'gif' ? joined.gif(options) : joined.webp(options)).toBuffer();
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** A PNG that claims this many frames; the first is the picture. */
export async function animatedPng(width: number, height: number, frames: number): Promise<Buffer> {
  const still = await uniquePicture(width, height, 17).png().toBuffer();
  const headEnd = 8 + 25;
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(frames);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(width, 4);
  frame.writeUInt32BE(height, 8);
  return Buffer.concat([
    still.subarray(0, headEnd),
    pngChunk('tEXt', Buffer.from('Title\0acTL and IDAT', 'latin1')),
    pngChunk('acTL', numbers),
    pngChunk('fcTL', frame),
    still.subarray(headEnd),
  ]);
}

/** An AVIF whose head declares a sequence. */
export async function animatedAvif(): Promise<Buffer> {
  const avif = await uniquePicture(60, 40, 18).avif({ effort: 0 }).toBuffer();
  avif.write('avis', 8, 'latin1');
  return avif;
}

/** The head of a photo in Apple's format, as phones send it. */
export const HEIC = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(400),
]);
export const SVG = Buffer.from(
  '<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);
