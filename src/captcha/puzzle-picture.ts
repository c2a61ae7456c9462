import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { PIECE_SIZE, PUZZLE_HEIGHT, PUZZLE_WIDTH } from '#contracts/captcha-rules.ts';

/*
 * Draws the slider's picture and piece at random. The gap is easy to see: the proof of work and the
 * limits stop programs (decisions/captcha.md).
 */

/** Sharp on dense screens, and still small to download. */
const PIXELS_PER_UNIT = 2;
/** Units between the piece's box and its body. */
const PIECE_MARGIN = 11;
/** In a box of PIECE_SIZE: two bumps, two dents. */
const PIECE_OUTLINE =
  'M11 11h14.5a8.5 8.5 0 0 1 17 0h14.5v14.5a8.5 8.5 0 0 1 0 17v14.5h-14.5a8.5 8.5 0 0 0-17 0h-14.5v-14.5a8.5 8.5 0 0 0 0-17z';
/** A gap is far darker than any part of a picture, with a bright rim. */
const GAP_STYLE = 'fill="#000" fill-opacity=".75" stroke="#fff" stroke-width="2"';
/** The shadow makes the piece visible on bright parts too. */
const RIM_STYLE = 'fill="none" stroke="#fff" stroke-width="2"';
const SHADOW_STYLE = 'fill="none" stroke="#000" stroke-opacity=".4" stroke-width="5"';

/** Range of the gap: far enough right for a movement, and within the picture. */
const MIN_GAP_X = PIECE_SIZE - PIECE_MARGIN + 20;
const MAX_GAP_X = PUZZLE_WIDTH - PIECE_SIZE - 2;

/** Hills, sky and sun in one colour mood, without dark parts. */
function drawLandscape(): string {
  const hue = randomInt(140, 215);
  const colour = (turn: number, lightness: number) => `hsl(${hue + turn} 48% ${lightness}%)`;
  const hills = Array.from({ length: 4 }, (_, index) => {
    const [left, first, second, right] = Array.from(
      { length: 4 },
      () => 50 + 27 * index + randomInt(-30, 31),
    );
    const ridge = `${left}C100 ${first} 200 ${second} ${PUZZLE_WIDTH} ${right}`;
    const fill = colour(14 * index, 76 - 8 * index);
    return `<path d="M0 ${PUZZLE_HEIGHT}V${ridge}V${PUZZLE_HEIGHT}Z" fill="${fill}"/>`;
  });
  const sun = { x: randomInt(30, PUZZLE_WIDTH - 30), y: randomInt(24, 60), r: randomInt(14, 24) };
  return [
    '<linearGradient id="sky" x2="0" y2="1">',
    `<stop stop-color="${colour(-30, 66)}"/><stop offset="1" stop-color="${colour(0, 90)}"/>`,
    '</linearGradient>',
    `<rect width="${PUZZLE_WIDTH}" height="${PUZZLE_HEIGHT}" fill="url(#sky)"/>`,
    `<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="#fff" fill-opacity=".85"/>`,
    ...hills,
  ].join('');
}

/** Renders a rectangle of a drawing as WebP. */
function toWebp(x: number, y: number, width: number, height: number, drawing: string) {
  const size = `width="${width * PIXELS_PER_UNIT}" height="${height * PIXELS_PER_UNIT}"`;
  const view = `viewBox="${x} ${y} ${width} ${height}"`;
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view}>${drawing}</svg>`),
  )
    .webp({ quality: 80, effort: 1 })
    .toBuffer();
}

export interface DrawnPuzzle {
  /** WebP, PIXELS_PER_UNIT pixels per unit. */
  picture: Buffer;
  piece: Buffer;
  /** Left edge of the piece in the gap. */
  x: number;
  /** Upper edge of the piece. */
  y: number;
}

/** Draws a picture with a gap, and the piece that fits it. */
export async function drawPuzzle(): Promise<DrawnPuzzle> {
  const x = randomInt(MIN_GAP_X, MAX_GAP_X + 1);
  const y = randomInt(4, PUZZLE_HEIGHT - PIECE_SIZE - 4);
  const landscape = drawLandscape();
  const outline = `<path transform="translate(${x} ${y})" d="${PIECE_OUTLINE}"`;
  const [picture, piece] = await Promise.all([
    toWebp(0, 0, PUZZLE_WIDTH, PUZZLE_HEIGHT, `${landscape}${outline} ${GAP_STYLE}/>`),
    toWebp(
      x,
      y,
      PIECE_SIZE,
      PIECE_SIZE,
      `<clipPath id="piece">${outline}/></clipPath><g clip-path="url(#piece)">${landscape}</g>${outline} ${SHADOW_STYLE}/>${outline} ${RIM_STYLE}/>`,
    ),
  ]);
  return { picture, piece, x, y };
}
