import { randomBytes, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { PIECE_SIZE, PUZZLE_HEIGHT, PUZZLE_WIDTH } from '#contracts/captcha-rules.ts';
import { drawBackdrop } from './backdrop.ts';

/*
 * The slider's picture and its piece. Drawn anew each time: there is no set of pictures that a
 * program could learn. The picture has several gaps of the same shape in one row, drawn alike and
 * filled from another picture, so that neither the edges of a gap nor what is in it tell which one
 * the piece is from: only what goes on around it does. What that is worth is measured by
 * tests/properties/captcha-pictures.test.ts and told in decisions/captcha.md.
 */

/** Pixels for a unit: sharp on dense screens, and small enough to be sent within a moment. */
const PIXELS_PER_UNIT = 2;
const PIECE_MARGIN = 11;
const BUMP_RADIUS = 8.5;

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

/** Gaps of a picture: one fits. */
const GAP_COUNT = 3;
/** Units between the left edges of two gaps: their bodies don't touch. */
const GAP_STEP = PIECE_SIZE - 2 * PIECE_MARGIN + 6;
/**
 * Where the leftmost gap can begin, far enough to the right for a movement, and the rightmost one.
 */
const MIN_GAP_X = PIECE_SIZE - PIECE_MARGIN;
const MAX_GAP_X = PUZZLE_WIDTH - PIECE_SIZE - 2;

/** Left edges of gaps in one row, none on another, in no order. */
function placeGaps(): number[] {
  const freeUnits = MAX_GAP_X - MIN_GAP_X - (GAP_COUNT - 1) * GAP_STEP;
  const slack = Array.from({ length: GAP_COUNT }, () => randomInt(freeUnits + 1)).sort(
    (a, b) => a - b,
  );
  const positions = slack.map((free, index) => MIN_GAP_X + index * GAP_STEP + free);
  for (let last = positions.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [positions[last], positions[other]] = [positions[other] as number, positions[last] as number];
  }
  return positions;
}

const drawShapeAt = ({ x, y }: { x: number; y: number }, shape: string, style: string): string =>
  `<path transform="translate(${x} ${y})" d="${shape}" ${style}/>`;

/**
 * A picture that nothing in the other one leads into, where the gaps are, and nothing elsewhere.
 */
async function drawFilling(
  positions: readonly { x: number; y: number }[],
  shape: string,
): Promise<Buffer> {
  const mask = wrapSvg(
    PUZZLE_WIDTH,
    PUZZLE_HEIGHT,
    `<filter id="s"><feGaussianBlur stdDeviation=".9"/></filter><g filter="url(#s)">${positions.map((position) => drawShapeAt(position, shape, 'fill="#fff"')).join('')}</g>`,
  );
  return sharp(wrapSvg(PUZZLE_WIDTH, PUZZLE_HEIGHT, drawBackdrop(PUZZLE_WIDTH, PUZZLE_HEIGHT)))
    .ensureAlpha()
    .blur(1.2)
    .linear(0.62, 6)
    .composite([{ input: mask, blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Random light or shade of the whole piece: its tones are not those around its gap. */
const randomTint = (): { brightness: number; saturation: number } => ({
  brightness: randomInt(104, 124) / 100,
  saturation: randomInt(80, 118) / 100,
});

export interface DrawnPuzzle {
  /** WebP, in PIXELS_PER_UNIT times the units. */
  picture: Buffer;
  piece: Buffer;
  /** Of the piece's left edge where it fits. */
  x: number;
  /** Of the piece's upper edge. */
  y: number;
}

/** Draws a picture with gaps, and the piece that fits one of them. */
export async function drawPuzzle(): Promise<DrawnPuzzle> {
  const y = randomInt(4, PUZZLE_HEIGHT - PIECE_SIZE - 4);
  const shape = pieceOutline(randomSides());
  const positions = placeGaps().map((x) => ({ x, y }));
  const x = (positions[0] as { x: number }).x;
  const scene = await sharp(
    wrapSvg(PUZZLE_WIDTH, PUZZLE_HEIGHT, drawBackdrop(PUZZLE_WIDTH, PUZZLE_HEIGHT)),
  )
    .png({ compressionLevel: 1 })
    .toBuffer();
  const rims = `<filter id="r"><feGaussianBlur stdDeviation=".7"/></filter><g fill="none" filter="url(#r)">${positions.map((position) => drawShapeAt(position, shape, 'stroke="#fff" stroke-opacity=".5" stroke-width="2.2"')).join('')}</g>`;
  const side = PIECE_SIZE * PIXELS_PER_UNIT;
  const [picture, piece] = await Promise.all([
    drawFilling(positions, shape).then((filled) =>
      sharp(scene)
        .composite([
          { input: filled },
          { input: wrapSvg(PUZZLE_WIDTH, PUZZLE_HEIGHT, rims) },
          createGrain(PUZZLE_WIDTH * PIXELS_PER_UNIT, PUZZLE_HEIGHT * PIXELS_PER_UNIT, 38),
        ])
        .webp({ quality: 62, effort: 1 })
        .toBuffer(),
    ),
    sharp(scene)
      .extract({ left: x * PIXELS_PER_UNIT, top: y * PIXELS_PER_UNIT, width: side, height: side })
      .modulate(randomTint())
      .ensureAlpha()
      .composite([
        createGrain(side, side, 44),
        {
          input: wrapSvg(
            PIECE_SIZE,
            PIECE_SIZE,
            `<path d="${shape}" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="4"/>`,
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
