import { randomBytes, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { PICTURE_HEIGHT, PICTURE_WIDTH, PIECE_SIZE } from '#contracts/captcha.ts';
import { backdrop } from './backdrop.ts';

/* The slider's picture and its piece. Drawn anew each time: there is no set of pictures that a program could learn. */

/** Pixels for a unit: sharp on dense screens, and small enough to be sent within a moment. */
const SCALE = 2;
const MARGIN = 11;
const BUMP = 8.5;

type Side = -1 | 0 | 1;
type Sides = readonly [top: Side, right: Side, bottom: Side, left: Side];

const side = (): Side => (randomInt(3) - 1) as Side;

/** Sides of a piece, at least two of which aren't straight. */
function randomSides(): Sides {
  for (;;) {
    const sides: Sides = [side(), side(), side(), side()];
    if (sides.filter((one) => one !== 0).length >= 2) return sides;
  }
}

/** The outline of a piece in a box of PIECE_SIZE: bumps go out (1) or in (-1). */
function outline(sides: Sides): string {
  const from = MARGIN;
  const to = PIECE_SIZE - MARGIN;
  const middle = (from + to) / 2;
  const corners = [
    [from, from, 1, 0],
    [to, from, 0, 1],
    [to, to, -1, 0],
    [from, to, 0, -1],
  ] as const;
  const parts = corners.map(([x, y, dx, dy], index) => {
    const length = middle - from;
    const bump = sides[index];
    if (!bump) return `L${x + dx * 2 * length} ${y + dy * 2 * length}`;
    const begin = [x + dx * (length - BUMP), y + dy * (length - BUMP)];
    const end = [x + dx * (length + BUMP), y + dy * (length + BUMP)];
    return `L${begin[0]} ${begin[1]}A${BUMP} ${BUMP} 0 0 ${bump > 0 ? 1 : 0} ${end[0]} ${end[1]}L${x + dx * 2 * length} ${y + dy * 2 * length}`;
  });
  return `M${from} ${from}${parts.join('')}Z`;
}

const svg = (width: number, height: number, content: string): Buffer => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}">${content}</svg>`);

/** Grain, so that no two pixels of piece and hole are quite alike. */
function grain(width: number, height: number, strength: number) {
  const pixels = Buffer.alloc(width * height * 4);
  const random = randomBytes(width * height);
  for (let at = 0; at < random.length; at++) {
    const light = (random[at] as number) & 1 ? 255 : 0;
    pixels.fill(light, at * 4, at * 4 + 3);
    pixels[at * 4 + 3] = ((random[at] as number) >> 1) % strength;
  }
  return { input: pixels, raw: { width, height, channels: 4 as const } };
}

interface Place {
  x: number;
  y: number;
}

const overlaps = (one: Place, other: Place): boolean => Math.abs(one.x - other.x) < PIECE_SIZE - 6 && Math.abs(one.y - other.y) < PIECE_SIZE - 6;

/** Holes that nothing fits into: of other shapes and fainter, where a person sees that they aren't meant. */
function decoys(hole: Place): string {
  const places: Place[] = [];
  for (let turn = 0; turn < 12 && places.length < 2; turn++) {
    const place = { x: randomInt(-20, PICTURE_WIDTH - 40), y: randomInt(-20, PICTURE_HEIGHT - 40) };
    if (![hole, ...places].some((other) => overlaps(place, other)) && Math.abs(place.y - hole.y) > 14) places.push(place);
  }
  return places.map(({ x, y }) => `<path transform="translate(${x} ${y}) rotate(${randomInt(20, 70)} 34 34) scale(.86)" d="${outline(randomSides())}" fill="#000" fill-opacity=".16" stroke="#fff" stroke-opacity=".22"/>`).join('');
}

export interface Drawn {
  /** WebP, in SCALE times the units. */
  picture: Buffer;
  piece: Buffer;
  /** Of the piece's upper edge. */
  y: number;
}

/** Draws a picture whose hole begins at `x`, in the picture's units. */
export async function draw(x: number): Promise<Drawn> {
  const y = randomInt(4, PICTURE_HEIGHT - PIECE_SIZE - 4);
  const shape = outline(randomSides());
  const scene = await sharp(svg(PICTURE_WIDTH, PICTURE_HEIGHT, backdrop(PICTURE_WIDTH, PICTURE_HEIGHT)))
    .png({ compressionLevel: 1 })
    .toBuffer();
  const hole = `<path transform="translate(${x} ${y})" d="${shape}" fill="#020814" fill-opacity=".5" stroke="#fff" stroke-opacity=".8" stroke-width="1.2"/>`;
  const side = PIECE_SIZE * SCALE;
  const [picture, piece] = await Promise.all([
    sharp(scene)
      .composite([{ input: svg(PICTURE_WIDTH, PICTURE_HEIGHT, decoys({ x, y }) + hole) }, grain(PICTURE_WIDTH * SCALE, PICTURE_HEIGHT * SCALE, 20)])
      .webp({ quality: 62, effort: 1 })
      .toBuffer(),
    sharp(scene)
      .extract({ left: x * SCALE, top: y * SCALE, width: side, height: side })
      .ensureAlpha()
      .composite([
        grain(side, side, 34),
        { input: svg(PIECE_SIZE, PIECE_SIZE, `<path d="${shape}" fill="#fff" fill-opacity=".1" stroke="#fff" stroke-width="3"/>`) },
        { input: svg(PIECE_SIZE, PIECE_SIZE, `<path d="${shape}" stroke="#fff" stroke-width="1.2"/>`), blend: 'dest-in' },
      ])
      .webp({ quality: 80, alphaQuality: 90, effort: 1 })
      .toBuffer(),
  ]);
  return { picture, piece, y };
}
