import { randomBytes, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { PICTURE_HEIGHT, PICTURE_WIDTH, PIECE_SIZE } from '#contracts/captcha.ts';
import { backdrop } from './backdrop.ts';

/*
 * The slider's picture and its piece. Drawn anew each time: there is no set of pictures that a
 * program could learn. The picture has several gaps of the same shape in one row, drawn alike and
 * filled from another picture, so that neither the edges of a gap nor what is in it tell which one
 * the piece is from: only what goes on around it does. What that is worth is measured by
 * tests/properties/captcha-pictures.test.ts and told in decisions/captcha.md.
 */

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
    const arc = `A${BUMP} ${BUMP} 0 0 ${bump > 0 ? 1 : 0} ${end.join(' ')}`;
    return `L${begin.join(' ')}${arc}L${x + dx * 2 * length} ${y + dy * 2 * length}`;
  });
  return `M${from} ${from}${parts.join('')}Z`;
}

const svg = (width: number, height: number, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );

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

/** Gaps of a picture: one fits. */
const GAPS = 3;
/** Units between the left edges of two gaps: their bodies don't touch. */
const GAP_STEP = PIECE_SIZE - 2 * MARGIN + 6;
/**
 * Where the leftmost gap can begin, far enough to the right for a movement, and the rightmost one.
 */
const FIRST_GAP = PIECE_SIZE - MARGIN;
const LAST_GAP = PICTURE_WIDTH - PIECE_SIZE - 2;

/** Left edges of gaps in one row, none on another, in no order. */
function gaps(): number[] {
  const room = LAST_GAP - FIRST_GAP - (GAPS - 1) * GAP_STEP;
  const slack = Array.from({ length: GAPS }, () => randomInt(room + 1)).sort((a, b) => a - b);
  const places = slack.map((free, index) => FIRST_GAP + index * GAP_STEP + free);
  for (let last = places.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [places[last], places[other]] = [places[other] as number, places[last] as number];
  }
  return places;
}

const at = ({ x, y }: { x: number; y: number }, shape: string, style: string): string =>
  `<path transform="translate(${x} ${y})" d="${shape}" ${style}/>`;

/**
 * A picture that nothing in the other one leads into, where the gaps are, and nothing elsewhere.
 */
async function filling(
  places: readonly { x: number; y: number }[],
  shape: string,
): Promise<Buffer> {
  const mask = svg(
    PICTURE_WIDTH,
    PICTURE_HEIGHT,
    `<filter id="s"><feGaussianBlur stdDeviation=".9"/></filter><g filter="url(#s)">${places.map((place) => at(place, shape, 'fill="#fff"')).join('')}</g>`,
  );
  return sharp(svg(PICTURE_WIDTH, PICTURE_HEIGHT, backdrop(PICTURE_WIDTH, PICTURE_HEIGHT)))
    .ensureAlpha()
    .blur(1.2)
    .linear(0.62, 6)
    .composite([{ input: mask, blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Random light or shade of the whole piece: its tones are not those around its gap. */
const tint = (): { brightness: number; saturation: number } => ({
  brightness: randomInt(104, 124) / 100,
  saturation: randomInt(80, 118) / 100,
});

export interface Drawn {
  /** WebP, in SCALE times the units. */
  picture: Buffer;
  piece: Buffer;
  /** Of the piece's left edge where it fits. */
  x: number;
  /** Of the piece's upper edge. */
  y: number;
}

/** Draws a picture with gaps, and the piece that fits one of them. */
export async function draw(): Promise<Drawn> {
  const y = randomInt(4, PICTURE_HEIGHT - PIECE_SIZE - 4);
  const shape = outline(randomSides());
  const places = gaps().map((x) => ({ x, y }));
  const x = (places[0] as { x: number }).x;
  const scene = await sharp(
    svg(PICTURE_WIDTH, PICTURE_HEIGHT, backdrop(PICTURE_WIDTH, PICTURE_HEIGHT)),
  )
    .png({ compressionLevel: 1 })
    .toBuffer();
  const rims = `<filter id="r"><feGaussianBlur stdDeviation=".7"/></filter><g fill="none" filter="url(#r)">${places.map((place) => at(place, shape, 'stroke="#fff" stroke-opacity=".5" stroke-width="2.2"')).join('')}</g>`;
  const side = PIECE_SIZE * SCALE;
  const [picture, piece] = await Promise.all([
    filling(places, shape).then((filled) =>
      sharp(scene)
        .composite([
          { input: filled },
          { input: svg(PICTURE_WIDTH, PICTURE_HEIGHT, rims) },
          grain(PICTURE_WIDTH * SCALE, PICTURE_HEIGHT * SCALE, 38),
        ])
        .webp({ quality: 62, effort: 1 })
        .toBuffer(),
    ),
    sharp(scene)
      .extract({ left: x * SCALE, top: y * SCALE, width: side, height: side })
      .modulate(tint())
      .ensureAlpha()
      .composite([
        grain(side, side, 44),
        {
          input: svg(
            PIECE_SIZE,
            PIECE_SIZE,
            `<path d="${shape}" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="4"/>`,
          ),
        },
        {
          input: svg(
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
