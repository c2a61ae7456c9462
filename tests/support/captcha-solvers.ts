import sharp from 'sharp';
import { PICTURE_WIDTH, PIECE_SIZE } from '#contracts/captcha.ts';

/*
 * Programs that look for the place of a captcha's piece, as somebody would write them within an
 * hour. They know what every browser is told: the picture, the piece, and the row.
 */

interface Shown {
  picture: Buffer;
  piece: Buffer;
  y: number;
}

/** Pixels for a unit. */
const SCALE = 2;

interface Grey {
  width: number;
  light: Float64Array;
  alpha: Float64Array;
}

async function greyOf(image: Buffer): Promise<Grey> {
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

const SIDE = PIECE_SIZE * SCALE;
const inside = ({ alpha }: Grey, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < SIDE && y < SIDE && (alpha[y * SIDE + x] as number) > 0.5;

/**
 * Pixels of the piece's box by how far they are from its edge: negative is outside. Up to `reach`
 * pixels are told apart.
 */
function rings(piece: Grey, reach: number): { x: number; y: number; depth: number }[] {
  const found: { x: number; y: number; depth: number }[] = [];
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const own = inside(piece, x, y);
      let near = reach + 1;
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++)
          if (inside(piece, x + dx, y + dy) !== own) near = Math.min(near, Math.hypot(dx, dy));
      if (near <= reach) found.push({ x, y, depth: own ? near : -near });
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
function best(score: (left: number) => number): number {
  let [place, highest] = [0, Number.NEGATIVE_INFINITY];
  for (let left = 40 * SCALE; left <= PICTURE_WIDTH * SCALE - SIDE; left++) {
    const now = score(left);
    if (now > highest) [place, highest] = [left, now];
  }
  return place / SCALE;
}

const prepared = async ({ picture, piece, y }: Shown) => {
  const [scene, own] = await Promise.all([greyOf(picture), greyOf(piece)]);
  const light = (x: number, row: number): number =>
    scene.light[(y * SCALE + row) * scene.width + x] ?? 0;
  return { own, light };
};

/** Looks for the piece's outline: where it is lighter on the edge than beside it. */
async function byEdge(shown: Shown): Promise<number> {
  const { own, light } = await prepared(shown);
  const ring = rings(own, 8);
  const edge = ring.filter(({ depth }) => Math.abs(depth) <= 2);
  const beside = ring.filter(({ depth }) => Math.abs(depth) >= 6);
  return best(
    (left) =>
      mean(edge.map(({ x, y }) => light(left + x, y))) -
      mean(beside.map(({ x, y }) => light(left + x, y))),
  );
}

/** Looks for a dark shape: inside of the outline darker than outside of it. */
async function byShade(shown: Shown): Promise<number> {
  const { own, light } = await prepared(shown);
  const ring = rings(own, 10);
  const within = ring.filter(({ depth }) => depth > 4);
  const without = ring.filter(({ depth }) => depth < -4);
  return best(
    (left) =>
      mean(without.map(({ x, y }) => light(left + x, y))) -
      mean(within.map(({ x, y }) => light(left + x, y))),
  );
}

/** Lays the piece on the picture and compares what is in it. */
async function byContent(shown: Shown): Promise<number> {
  const { own, light } = await prepared(shown);
  const pixels: { x: number; y: number }[] = [];
  for (let y = 0; y < SIDE; y += 2)
    for (let x = 0; x < SIDE; x += 2) if (inside(own, x, y)) pixels.push({ x, y });
  const piece = pixels.map(({ x, y }) => own.light[y * SIDE + x] as number);
  return best((left) =>
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
async function byContinuity(shown: Shown): Promise<number> {
  const { own, light } = await prepared(shown);
  const ring = rings(own, 10);
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
        Math.hypot(next.x - one.x, next.y - one.y) < Math.hypot(near.x - one.x, near.y - one.y)
          ? next
          : near,
      ),
    }));
  const piece = pairs.map(({ one }) => own.light[one.y * SIDE + one.x] as number);
  const edges = (left: number) =>
    mean(edge.map(({ x, y }) => light(left + x, y))) -
    mean(beside.map(({ x, y }) => light(left + x, y)));
  const places: number[] = [];
  for (let turn = 0; turn < 3; turn++)
    places.push(
      best((left) =>
        places.some((known) => Math.abs(known * SCALE - left) < 30 * SCALE)
          ? Number.NEGATIVE_INFINITY
          : edges(left),
      ) as number,
    );
  const score = (place: number) =>
    correlation(
      piece,
      pairs.map(({ other }) => light(place * SCALE + other.x, other.y)),
    );
  return places.reduce((first, next) => (score(next) > score(first) ? next : first));
}

export const solvers = { byEdge, byShade, byContent, byContinuity };
