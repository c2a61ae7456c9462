import type { Point } from '#contracts/wire/captcha.ts';

/*
 * Whether a hand moved the slider. Hands differ: quick and slow ones, trembling ones, fingers,
 * mice, trackpads. So only what no hand does is refused: to jump, to go at one speed, in equal
 * steps, or in no time. Who can't slide has the proof of work.
 */

/** Units of the picture's 320 that a hand may be off. */
export const TOLERANCE = 5;
/** Milliseconds. */
const SHORTEST = 200;
const LONGEST = 100_000;
const FEWEST_POINTS = 6;
/** Share of the way that one step may make. */
const LARGEST_STEP = 0.6;
/**
 * How much speeds, and steps, differ at least from their mean: standard deviation over mean. Hands
 * have 0.4 and more.
 */
const LEAST_VARIATION = 0.12;
/** Share of the way that the movement leaves a constant speed by, at least once. */
const LEAST_DEVIATION = 0.02;

function variation(values: readonly number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  if (mean === 0) return 0;
  return (
    Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length) /
    Math.abs(mean)
  );
}

/** The farthest that the places are from those of one constant speed from begin to end. */
function deviation(track: readonly Point[]): number {
  const [t0, x0] = track[0] as Point;
  const [t1, x1] = track.at(-1) as Point;
  return Math.max(
    ...track.map(([t, x]) => Math.abs(x - (x0 + ((x1 - x0) * (t - t0)) / (t1 - t0)))),
  );
}

/** `x` is where the piece was left. */
export function movedByHand(track: readonly Point[], x: number): boolean {
  const first = track[0];
  const last = track.at(-1);
  if (!first || !last || track.length < FEWEST_POINTS || x <= 0) return false;
  const duration = last[0] - first[0];
  if (duration < SHORTEST || duration > LONGEST) return false;
  if (Math.abs(first[1]) > x * 0.2 || Math.abs(last[1] - x) > 2) return false;
  const steps = track.slice(1).map((point, index) => ({
    time: point[0] - (track[index] as Point)[0],
    way: point[1] - (track[index] as Point)[1],
  }));
  if (steps.some(({ time, way }) => time < 0 || Math.abs(way) > x * LARGEST_STEP)) return false;
  const moving = steps.filter(({ way }) => way !== 0);
  if (moving.length < FEWEST_POINTS - 1) return false;
  const speeds = moving.filter(({ time }) => time > 0).map(({ time, way }) => way / time);
  return (
    deviation(track) > x * LEAST_DEVIATION &&
    variation(moving.map(({ way }) => way)) > LEAST_VARIATION &&
    variation(speeds) > LEAST_VARIATION
  );
}
