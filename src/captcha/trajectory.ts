import type { TrackPoint } from '#contracts/wire/captcha.ts';

/*
 * Whether a hand moved the slider. Hands, fingers, mice and trackpads differ, so only movements
 * that no hand makes are rejected: jumps, constant speed, equal steps, no duration. The proof of
 * work is the alternative to sliding.
 */

/** Tolerance in units; the picture is 320 wide. */
export const POSITION_TOLERANCE = 5;
const MIN_DURATION_MS = 200;
const MAX_DURATION_MS = 100_000;
const MIN_POINTS = 6;
/** Largest share of the distance in one step. */
const MAX_STEP_SHARE = 0.6;
/** Smallest coefficient of variation of speeds and steps. Hands have 0.4 or more. */
const MIN_VARIATION = 0.12;
/** Smallest deviation from constant speed, as a share of the distance. */
const MIN_DEVIATION_SHARE = 0.02;

function measureVariation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (mean === 0) return 0;
  return (
    Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) /
    Math.abs(mean)
  );
}

/** Largest distance between the track and a movement at constant speed. */
function measureDeviation(track: readonly TrackPoint[]): number {
  const [t0, x0] = track[0] as TrackPoint;
  const [t1, x1] = track.at(-1) as TrackPoint;
  return Math.max(
    ...track.map(([t, x]) => Math.abs(x - (x0 + ((x1 - x0) * (t - t0)) / (t1 - t0)))),
  );
}

/** `x`: final position of the piece. */
export function isHumanMovement(track: readonly TrackPoint[], x: number): boolean {
  const first = track[0];
  const last = track.at(-1);
  if (!first || !last || track.length < MIN_POINTS || x <= 0) return false;
  const duration = last[0] - first[0];
  if (duration < MIN_DURATION_MS || duration > MAX_DURATION_MS) return false;
  if (Math.abs(first[1]) > x * 0.2 || Math.abs(last[1] - x) > 2) return false;
  const steps = track
    .slice(1)
    .map((point, index) => ({
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
