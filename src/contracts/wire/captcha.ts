import { z } from 'zod';
import { CAPTCHA_KINDS, MAX_TRACK_POINTS } from '../captcha-rules.ts';
import { dataReply, int, namedObject } from './field-types.ts';

/*
 * The captcha's calls (R32): which one there is, a picture to solve or work to do, and the
 * solution.
 */

export const CaptchaConfigWire = dataReply(
  'CaptchaConfig',
  z.object({
    provider: z.enum(['builtin', 'yidun', 'none']),
    /** Public ids: before writing, and before searching. */
    popup: z.string(),
    bound: z.string(),
    /** Where the provider's script is, in the order of trying. */
    servers: z.array(z.string()),
  }),
);
export type CaptchaConfig = z.infer<typeof CaptchaConfigWire>['data'];

/** A challenge of ALTCHA's, as its libraries read it. */
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
  /** Where the piece's upper edge is, of 160. */
  y: z.number(),
  /**
   * Work of the machine that is sent with the place, as `work`. Without it on sites that browsers
   * don't count as safe: they can't do it there.
   */
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

/** Milliseconds since the movement began, and the place then, in the picture's units. */
export const TrackPointWire = z.tuple([
  z.number().min(0).max(600_000),
  z.number().min(-2_000).max(2_000),
  z.number().min(-10_000).max(10_000),
]);
export type TrackPoint = z.infer<typeof TrackPointWire>;

export const SolutionWire = namedObject('CaptchaSolution', {
  id: z.string().max(64),
  captcha_id: z.enum(CAPTCHA_KINDS),
  /** The slider's: where the piece's left edge was left, of 320, and the way there. */
  x: z.number().min(-50).max(400).optional(),
  track: z.array(TrackPointWire).max(MAX_TRACK_POINTS).optional(),
  /** The proof of work's: with the slider's place, or instead of it. */
  work: z
    .object({
      counter: z.number().int().min(0).max(4_294_967_295),
      derivedKey: z.string().max(256),
    })
    .optional(),
});
export type Solution = z.infer<typeof SolutionWire>;
export const SolvedReplyWire = dataReply('CaptchaSolved', z.object({ validate: z.string() }));
