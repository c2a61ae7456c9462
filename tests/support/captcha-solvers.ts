import sharp from 'sharp';
import { PIECE_SIZE, PUZZLE_WIDTH } from '#contracts/captcha-rules.ts';

/*
 * Programs that look for the place of a captcha's piece, as somebody would write them within an
 * hour. They know what every browser is told: the picture, the piece, and the row.
 */

interface ShownPuzzle {
  picture: Buffer;
  piece: Buffer;
  y: number;
}

/** Pixels for a unit. */
const PIXELS_PER_UNIT = 2;

interface GreyImage {
  width: number;
  light: Float64Array;
  alpha: Float64Array;
}

async function toGrey(image: Buffer): Promise<GreyImage> {
  const { data, info } = await sharp(image)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const count = info.width * info.height;
  const light = new Float64Array(count);
  const alpha = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    light[at] =
      0.3 * (data[at * 4] as number) +
      0.59 * (data[at * 4 + 1] as number) +
      0.11 * (data[at * 4 + 2] as number);
    alpha[at] = (data[at * 4 + 3] as number) / 255;
  }
  return { width: info.width, light, alpha };
}

const PIECE_SIDE_PX = PIECE_SIZE * PIXELS_PER_UNIT;
const isInside = ({ alpha }: GreyImage, x: number, y: number): boolean =>
  x >= 0 &&
  y >= 0 &&
  x < PIECE_SIDE_PX &&
  y < PIECE_SIDE_PX &&
  (alpha[y * PIECE_SIDE_PX + x] as number) > 0.5;

/**
 * Pixels of the piece's box by how far they are from its edge: negative is outside. Up to `reach`
 * pixels are told apart.
 */
function edgeRing(piece: GreyImage, reach: number): { x: number; y: number; depth: number }[] {
  const offsets: { dx: number; dy: number; distance: number }[] = [];
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) offsets.push({ dx, dy, distance: Math.hypot(dx, dy) });
  const nearFirst = offsets
    .filter(({ distance }) => distance <= reach)
    .sort((one, other) => one.distance - other.distance);
  const found: { x: number; y: number; depth: number }[] = [];
  for (let y = 0; y < PIECE_SIDE_PX; y++)
    for (let x = 0; x < PIECE_SIDE_PX; x++) {
      const own = isInside(piece, x, y);
      const near = nearFirst.find(({ dx, dy }) => isInside(piece, x + dx, y + dy) !== own);
      if (near) found.push({ x, y, depth: own ? near.distance : -near.distance });
    }
  return found;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / (values.length || 1);
function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)];
  let [both, first, second] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [u, v] = [(one[at] as number) - a, (other[at] as number) - b];
    both += u * v;
    first += u * u;
    second += v * v;
  }
  return both / Math.sqrt(first * second || 1);
}

/** The place, in units, where `score` is highest. */
function findBestPosition(score: (left: number) => number): number {
  let [place, highest] = [0, Number.NEGATIVE_INFINITY];
  for (
    let left = 40 * PIXELS_PER_UNIT;
    left <= PUZZLE_WIDTH * PIXELS_PER_UNIT - PIECE_SIDE_PX;
    left++
  ) {
    const now = score(left);
    if (now > highest) [place, highest] = [left, now];
  }
  return place / PIXELS_PER_UNIT;
}

const preparePuzzle = async ({ picture, piece, y }: ShownPuzzle) => {
  const [scene, own] = await Promise.all([toGrey(picture), toGrey(piece)]);
  const light = (x: number, row: number): number =>
    scene.light[(y * PIXELS_PER_UNIT + row) * scene.width + x] ?? 0;
  /** Mean light of the pixels of the piece's box when it lies so far to the right. */
  const meanLight = (pixels: readonly { x: number; y: number }[], left: number): number => {
    let sum = 0;
    for (const pixel of pixels) sum += light(left + pixel.x, pixel.y);
    return sum / (pixels.length || 1);
  };
  return { own, light, meanLight };
};

/** Looks for the piece's outline: where it is lighter on the edge than beside it. */
async function solveByEdge(shown: ShownPuzzle): Promise<number> {
  const { own, meanLight } = await preparePuzzle(shown);
  const ring = edgeRing(own, 8);
  const edge = ring.filter(({ depth }) => Math.abs(depth) <= 2);
  const beside = ring.filter(({ depth }) => Math.abs(depth) >= 6);
  return findBestPosition((left) => meanLight(edge, left) - meanLight(beside, left));
}

/** Looks for a dark shape: inside of the outline darker than outside of it. */
async function solveByShade(shown: ShownPuzzle): Promise<number> {
  const { own, meanLight } = await preparePuzzle(shown);
  const ring = edgeRing(own, 10);
  const within = ring.filter(({ depth }) => depth > 4);
  const without = ring.filter(({ depth }) => depth < -4);
  return findBestPosition((left) => meanLight(without, left) - meanLight(within, left));
}

/** Lays the piece on the picture and compares what is in it. */
async function solveByContent(shown: ShownPuzzle): Promise<number> {
  const { own, light } = await preparePuzzle(shown);
  const pixels: { x: number; y: number }[] = [];
  for (let y = 0; y < PIECE_SIDE_PX; y += 2)
    for (let x = 0; x < PIECE_SIDE_PX; x += 2) if (isInside(own, x, y)) pixels.push({ x, y });
  const piece = pixels.map(({ x, y }) => own.light[y * PIECE_SIDE_PX + x] as number);
  return findBestPosition((left) =>
    correlation(
      piece,
      pixels.map(({ x, y }) => light(left + x, y)),
    ),
  );
}

/**
 * Finds the gaps by their edges, then takes the one around which the picture goes on as the piece
 * ends: the pixels just inside of the piece's edge are compared with those just outside of the
 * gap's.
 */
async function solveByContinuity(shown: ShownPuzzle): Promise<number> {
  const { own, light, meanLight } = await preparePuzzle(shown);
  const ring = edgeRing(own, 10);
  const within = ring.filter(({ depth }) => depth > 5 && depth <= 10);
  const edge = ring.filter(({ depth }) => Math.abs(depth) <= 2);
  const beside = ring.filter(({ depth }) => Math.abs(depth) >= 6);
  // For each pixel inside the nearest one outside, by the line through the edge.
  const outside = ring.filter(({ depth }) => depth < -4);
  const pairs = within
    .filter((_, index) => index % 3 === 0)
    .map((one) => ({
      one,
      other: outside.reduce((near, next) =>
        (next.x - one.x) ** 2 + (next.y - one.y) ** 2 <
        (near.x - one.x) ** 2 + (near.y - one.y) ** 2
          ? next
          : near,
      ),
    }));
  const piece = pairs.map(({ one }) => own.light[one.y * PIECE_SIDE_PX + one.x] as number);
  const known = new Map<number, number>();
  const edges = (left: number) => {
    const score = known.get(left) ?? meanLight(edge, left) - meanLight(beside, left);
    known.set(left, score);
    return score;
  };
  const places: number[] = [];
  for (let turn = 0; turn < 3; turn++)
    places.push(
      findBestPosition((left) =>
        places.some((place) => Math.abs(place * PIXELS_PER_UNIT - left) < 30 * PIXELS_PER_UNIT)
          ? Number.NEGATIVE_INFINITY
          : edges(left),
      ) as number,
    );
  const score = (place: number) =>
    correlation(
      piece,
      pairs.map(({ other }) => light(place * PIXELS_PER_UNIT + other.x, other.y)),
    );
  return places.reduce((first, next) => (score(next) > score(first) ? next : first));
}

export const solvers = {
  byEdge: solveByEdge,
  byShade: solveByShade,
  byContent: solveByContent,
  byContinuity: solveByContinuity,
};
