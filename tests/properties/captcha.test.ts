import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHumanMovement } from '#captcha/trajectory.ts';
import { MAX_TRACK_POINTS } from '#contracts/captcha-rules.ts';
import { SolutionWire, type TrackPoint } from '#contracts/wire/captcha.ts';
import { propertyRuns } from '../support/arbitraries.ts';

const odd = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(
    0,
    -0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    1e308,
  ),
);
const oddTrack = fc.array(fc.tuple(odd, odd, odd) as fc.Arbitrary<TrackPoint>, { maxLength: 60 });
const taken = fc.tuple(
  fc.double({ min: 0, max: 600_000, noNaN: true }),
  fc.double({ min: -2_000, max: 2_000, noNaN: true }),
  fc.double({ min: -10_000, max: 10_000, noNaN: true }),
) as fc.Arbitrary<TrackPoint>;

test('[R32] any movement is judged, with any numbers', () => {
  fc.assert(
    fc.property(fc.oneof(oddTrack, fc.array(taken, { maxLength: 60 })), odd, (track, x) => {
      expect(typeof isHumanMovement(track, x)).toBe('boolean');
    }),
    propertyRuns(2_000),
  );
});

test('[R32] a movement that a wire can’t carry is nobody’s', () => {
  fc.assert(
    fc.property(oddTrack, odd, (track, x) => {
      fc.pre(
        track.some((point) => point.some((number) => !Number.isFinite(number))) ||
          !Number.isFinite(x),
      );
      expect(isHumanMovement(track, x)).toBe(false);
    }),
    propertyRuns(1_000),
  );
});

test('[R32] straight lines, equal steps and jumps pass for no hand, at any speed and length', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 6, max: 400 }),
      fc.integer({ min: 1, max: 20_000 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: -50, max: 50 }),
      (count, duration, way, slope) => {
        const straight = Array.from(
          { length: count + 1 },
          (_, index): TrackPoint => [
            (duration * index) / count,
            (way * index) / count,
            (slope * index) / count,
          ],
        );
        expect(isHumanMovement(straight, way)).toBe(false);
        expect(
          isHumanMovement(
            [
              [0, 0, 0],
              ...Array.from(
                { length: count },
                (_, index): TrackPoint => [duration + index, way, 0],
              ),
            ],
            way,
          ),
        ).toBe(false);
      },
    ),
    propertyRuns(500),
  );
});

test('[R32] a solution with a movement as long as may be is judged; a longer one isn’t read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), taken, (more, point) => {
      const track = Array.from(
        { length: MAX_TRACK_POINTS - 1 + more },
        (_, index): TrackPoint => [index, point[1], point[2]],
      );
      const read = SolutionWire.safeParse({ id: 'x', captcha_id: 'popup', x: 100, track });
      expect(read.success).toBe(track.length <= MAX_TRACK_POINTS);
      if (read.success) expect(typeof isHumanMovement(track, 100)).toBe('boolean');
    }),
    propertyRuns(8),
  );
});
