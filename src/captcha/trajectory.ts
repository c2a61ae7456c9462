import type { TrackPoint } from '#contracts/wire/captcha.ts';

/*
 * Whether a hand moved the slider. Hands differ: quick and slow ones, trembling ones, fingers,
 * mice, trackpads. So only what no hand does is refused: to jump, to go at one speed, in equal
 * steps, or in no time. Who can't slide has the proof of work.
 */

/** Units of the picture's 320 that a hand may be off. */
export const POSITION_TOLERANCE = 5;
/** Milliseconds. */
const MIN_DURATION_MS = 200;
const MAX_DURATION_MS = 100_000;
const MIN_POINTS = 6;
/** Share of the way that one step may make. */
const MAX_STEP_SHARE = 0.6;
/**
 * How much speeds, and steps, differ at least from their mean: standard deviation over mean. Hands
 * have 0.4 and more.
 */
const MIN_VARIATION = 0.12;
/** Share of the way that the movement leaves a constant speed by, at least once. */
const MIN_DEVIATION_SHARE = 0.02;

function measureVariation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (mean === 0) return 0;
  return (
    Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) /
    Math.abs(mean)
  );
}

/** The farthest that the places are from those of one constant speed from begin to end. */
function measureDeviation(track: readonly TrackPoint[]): number {
  const [t0, x0] = track[0] as TrackPoint;
  const [t1, x1] = track.at(-1) as TrackPoint;
  return Math.max(
    ...track.map(([t, x]) => Math.abs(x - (x0 + ((x1 - x0) * (t - t0)) / (t1 - t0)))),
  );
}

/** `x` is where the piece was left. */
export function isHumanMovement(track: readonly TrackPoint[], x: number): boolean {
  const first = track[0];
  const last = track.at(-1);
  if (!first || !last || track.length < MIN_POINTS || x <= 0) return false;
  const duration = last[0] - first[0];
  if (duration < MIN_DURATION_MS || duration > MAX_DURATION_MS) return false;
  if (Math.abs(first[1]) > x * 0.2 || Math.abs(last[1] - x) > 2) return false;
  const steps = track.slice(1).map((point, index) => ({
    time: point[0] - (track[index] as TrackPoint)[0],
    way: point[1] - (track[index] as TrackPoint)[1],
  }));
  if (steps.some(({ time, way }) => time < 0 || Math.abs(way) > x * MAX_STEP_SHARE)) return false;
  const moving = steps.filter(({ way }) => way !== 0);
  if (moving.length < MIN_POINTS - 1) return false;
  const speeds = moving.filter(({ time }) => time > 0).map(({ time, way }) => way / time);
  return (
    measureDeviation(track) > x * MIN_DEVIATION_SHARE &&
    measureVariation(moving.map(({ way }) => way)) > MIN_VARIATION &&
    measureVariation(speeds) > MIN_VARIATION
  );
}
