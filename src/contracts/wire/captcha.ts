import { z } from 'zod';
import { CAPTCHA_KINDS, MAX_TRACK_POINTS } from '../captcha-rules.ts';
import { dataReply, int, namedObject } from './field-types.ts';

/* Calls of the captcha (R32): configuration, challenge, solution. */

export const CaptchaConfigWire = dataReply(
  'CaptchaConfig',
  z.object({
    provider: z.enum(['builtin', 'yidun', 'none']),
    /** Public ids, for writes and for searches. */
    popup: z.string(),
    bound: z.string(),
    /** The provider's script servers, in order of attempts. */
    servers: z.array(z.string()),
  }),
);
export type CaptchaConfig = z.infer<typeof CaptchaConfigWire>['data'];

/** An ALTCHA challenge, in the shape that its libraries read. */
const ChallengeWire = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: int,
    keyLength: int,
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    expiresAt: int.optional(),
  }),
  signature: z.string().optional(),
});

export const PuzzleWire = namedObject('CaptchaPuzzle', {
  id: z.string(),
  /** Seconds. */
  expires_in: int,
  /** Both as data: URLs. */
  picture: z.string(),
  piece: z.string(),
  /** Top edge of the piece, of 160. */
  y: z.number(),
  /** Sent with the position as `work`. Absent on insecure origins: browsers can't do it. */
  challenge: ChallengeWire.optional(),
});
export type Puzzle = z.infer<typeof PuzzleWire>;
export const PuzzleReplyWire = dataReply('CaptchaPuzzleReply', PuzzleWire);

export const WorkWire = namedObject('CaptchaWork', {
  id: z.string(),
  expires_in: int,
  challenge: ChallengeWire,
});
export type WorkChallenge = z.infer<typeof WorkWire>;
export const WorkReplyWire = dataReply('CaptchaWorkReply', WorkWire);

/** Milliseconds since the movement began; position in the picture's units. */
export const TrackPointWire = z.tuple([
  z.number().min(0).max(600_000),
  z.number().min(-2_000).max(2_000),
  z.number().min(-10_000).max(10_000),
]);
export type TrackPoint = z.infer<typeof TrackPointWire>;

export const SolutionWire = namedObject('CaptchaSolution', {
  id: z.string().max(64),
  captcha_id: z.enum(CAPTCHA_KINDS),
  /** For the slider: the piece's final left edge, of 320, and its movement. */
  x: z.number().min(-50).max(400).optional(),
  track: z.array(TrackPointWire).max(MAX_TRACK_POINTS).optional(),
  /** For the proof of work: with the slider's position, or instead of it. */
  work: z
    .object({
      counter: z.number().int().min(0).max(4_294_967_295),
      derivedKey: z.string().max(256),
    })
    .optional(),
});
export type Solution = z.infer<typeof SolutionWire>;
export const SolvedReplyWire = dataReply('CaptchaSolved', z.object({ validate: z.string() }));
