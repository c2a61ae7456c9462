import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CAPTCHA_LIFETIME_SECONDS } from '#contracts/captcha-rules.ts';
import { randomToken } from './random-token.ts';

/* ALTCHA's proof of work: it needs no hands or eyes, only some seconds of CPU. */

/** PBKDF2 rounds per guess: 1 to 2 ms in a browser. */
const PBKDF2_ROUNDS = 5_000;
/**
 * Guesses at the lowest risk. `slide`: in addition to the slider, during the slide on a slow phone.
 * `instead`: without the slider. Measured times: decisions/captcha.md.
 */
const GUESS_RANGES = { slide: { least: 100, most: 200 }, instead: { least: 1_000, most: 2_000 } };
export type WorkPurpose = keyof typeof GUESS_RANGES;
/** Factors of the work by risk level (0, 1, 2 …). */
const LEVEL_FACTORS: Readonly<Record<WorkPurpose, readonly number[]>> = {
  slide: [1, 2, 4, 8],
  instead: [1, 1.5, 2, 2.5],
};
/** Rounds, and the share of guesses, of light work. */
const LIGHT_WORK = { cost: 100, share: 0.03 };

/** Wrong answers in the last hour that raise the level by one. */
const FAILURES_PER_LEVEL = 3;
/** The risk level (index of LEVEL_FACTORS), from wrong answers and a new account. */
export const getRiskLevel = (failures: number, newcomer: boolean): number =>
  Math.min(
    LEVEL_FACTORS.slide.length - 1,
    Math.floor(failures / FAILURES_PER_LEVEL) + (newcomer ? 1 : 0),
  );

export interface Difficulty {
  /** From getRiskLevel. */
  level: number;
  /** For tests, which need it fast. */
  light: boolean;
}

export interface StoredWork {
  challenge: Challenge;
  secret: string;
}

const deriveSecrets = (secret: string) => ({
  hmacSignatureSecret: secret,
  hmacKeySignatureSecret: `${secret}.key`,
});

export async function createProofOfWork(
  purpose: WorkPurpose,
  { level, light }: Difficulty,
): Promise<StoredWork> {
  const factor = (LEVEL_FACTORS[purpose][level] ?? 1) * (light ? LIGHT_WORK.share : 1);
  const { least, most } = GUESS_RANGES[purpose];
  const secret = randomToken();
  const expiresAt = new Date(Date.now() + CAPTCHA_LIFETIME_SECONDS * 1_000);
  const counter = randomInt(Math.round(most * factor), Math.round(least * factor));
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: light ? LIGHT_WORK.cost : PBKDF2_ROUNDS,
    counter,
    deriveKey,
    expiresAt,
    ...deriveSecrets(secret),
  });
  return { secret, challenge };
}

export async function isWorkSolved(
  { challenge, secret }: StoredWork,
  solution: { counter: number; derivedKey: string },
): Promise<boolean> {
  // The library parses the key as hexadecimal, and throws on anything else.
  if (!/^(?:[\da-f]{2}){1,64}$/i.test(solution.derivedKey)) return false;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    ...deriveSecrets(secret),
  });
  return verified;
}
