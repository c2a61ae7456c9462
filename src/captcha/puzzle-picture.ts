import { randomBytes, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { PIECE_SIZE, PUZZLE_HEIGHT, PUZZLE_WIDTH } from '#contracts/captcha-rules.ts';
import { drawBackdrop } from './backdrop.ts';

/*
 * The slider's picture and its piece, drawn anew each time. They are for people: one gap that is
 * seen at a glance. What keeps programs away are the proof of work and the limits
 * (decisions/captcha.md).
 */

/** Pixels for a unit: sharp on dense screens, and small enough to be sent within a moment. */
const PIXELS_PER_UNIT = 2;
const PIECE_MARGIN = 11;
const BUMP_RADIUS = 8.5;

/** A gap is far darker than any part of a picture, with a bright rim. */
const GAP_STYLE =
  'fill="#000" fill-opacity=".8" stroke="#fff" stroke-opacity=".85" stroke-width="2"';

type Side = -1 | 0 | 1;
type Sides = readonly [top: Side, right: Side, bottom: Side, left: Side];

const randomSide = (): Side => (randomInt(3) - 1) as Side;

/** Sides of a piece, at least two of which aren't straight. */
function randomSides(): Sides {
  for (;;) {
    const sides: Sides = [randomSide(), randomSide(), randomSide(), randomSide()];
    if (sides.filter((edge) => edge !== 0).length >= 2) return sides;
  }
}

/** The outline of a piece in a box of PIECE_SIZE: bumps go out (1) or in (-1). */
function pieceOutline(sides: Sides): string {
  const from = PIECE_MARGIN;
  const to = PIECE_SIZE - PIECE_MARGIN;
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
    const begin = [x + dx * (length - BUMP_RADIUS), y + dy * (length - BUMP_RADIUS)];
    const end = [x + dx * (length + BUMP_RADIUS), y + dy * (length + BUMP_RADIUS)];
    const arc = `A${BUMP_RADIUS} ${BUMP_RADIUS} 0 0 ${bump > 0 ? 1 : 0} ${end.join(' ')}`;
    return `L${begin.join(' ')}${arc}L${x + dx * 2 * length} ${y + dy * 2 * length}`;
  });
  return `M${from} ${from}${parts.join('')}Z`;
}

const wrapSvg = (width: number, height: number, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * PIXELS_PER_UNIT}" height="${height * PIXELS_PER_UNIT}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );

/** Grain, so that no two pixels of piece and hole are quite alike. */
function createGrain(width: number, height: number, strength: number) {
  const pixels = Buffer.alloc(width * height * 4);
  const random = randomBytes(width * height);
  for (let pixel = 0; pixel < random.length; pixel++) {
    const light = (random[pixel] as number) & 1 ? 255 : 0;
    pixels.fill(light, pixel * 4, pixel * 4 + 3);
    pixels[pixel * 4 + 3] = ((random[pixel] as number) >> 1) % strength;
  }
  return { input: pixels, raw: { width, height, channels: 4 as const } };
}

/** Where the gap can begin: far enough to the right for a movement, and within the picture. */
const MIN_GAP_X = PIECE_SIZE - PIECE_MARGIN + 20;
const MAX_GAP_X = PUZZLE_WIDTH - PIECE_SIZE - 2;

export interface DrawnPuzzle {
  /** WebP, in PIXELS_PER_UNIT times the units. */
  picture: Buffer;
  piece: Buffer;
  /** Of the piece's left edge where it fits. */
  x: number;
  /** Of the piece's upper edge. */
  y: number;
}

/** Draws a picture with a gap, and the piece that fits it. */
export async function drawPuzzle(): Promise<DrawnPuzzle> {
  const x = randomInt(MIN_GAP_X, MAX_GAP_X + 1);
  const y = randomInt(4, PUZZLE_HEIGHT - PIECE_SIZE - 4);
  const shape = pieceOutline(randomSides());
  const scene = await sharp(
    wrapSvg(PUZZLE_WIDTH, PUZZLE_HEIGHT, drawBackdrop(PUZZLE_WIDTH, PUZZLE_HEIGHT)),
  )
    .png({ compressionLevel: 1 })
    .toBuffer();
  const side = PIECE_SIZE * PIXELS_PER_UNIT;
  const [picture, piece] = await Promise.all([
    sharp(scene)
      .composite([
        {
          input: wrapSvg(
            PUZZLE_WIDTH,
            PUZZLE_HEIGHT,
            `<path transform="translate(${x} ${y})" d="${shape}" ${GAP_STYLE}/>`,
          ),
        },
        createGrain(PUZZLE_WIDTH * PIXELS_PER_UNIT, PUZZLE_HEIGHT * PIXELS_PER_UNIT, 38),
      ])
      .webp({ quality: 62, effort: 1 })
      .toBuffer(),
    sharp(scene)
      .extract({ left: x * PIXELS_PER_UNIT, top: y * PIXELS_PER_UNIT, width: side, height: side })
      .ensureAlpha()
      .composite([
        createGrain(side, side, 38),
        {
          input: wrapSvg(
            PIECE_SIZE,
            PIECE_SIZE,
            `<path d="${shape}" fill="none" stroke="#fff" stroke-opacity=".9" stroke-width="4"/>`,
          ),
        },
        {
          input: wrapSvg(
            PIECE_SIZE,
            PIECE_SIZE,
            `<path d="${shape}" stroke="#fff" stroke-width="1.2"/>`,
          ),
          blend: 'dest-in',
        },
      ])
      .webp({ quality: 80, alphaQuality: 90, effort: 1 })
      .toBuffer(),
  ]);
  return { picture, piece, x, y };
}
