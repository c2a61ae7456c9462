import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CAPTCHA_LIFETIME } from '#contracts/captcha.ts';
import { newToken } from './token.ts';

/* ALTCHA's proof of work: it asks nothing of hands or eyes, and some seconds of the machine. */

/** Rounds of PBKDF2 for one guess: a millisecond or two in a browser. */
const COST = 5_000;
/**
 * Guesses until the right one, at the lowest risk. Beside the slider: what a slow phone does while
 * somebody slides. Instead of it: ten times as many. Measured times are in decisions/captcha.md.
 */
const GUESSES = { slide: { least: 100, most: 200 }, instead: { least: 1_000, most: 2_000 } };
export type WorkPurpose = keyof typeof GUESSES;
/** By how much the work is harder at each level of risk (0, 1, 2 …). */
const HARDER: Readonly<Record<WorkPurpose, readonly number[]>> = {
  slide: [1, 2, 4, 8],
  instead: [1, 1.5, 2, 2.5],
};
/** Rounds, and the share of guesses, of light work. */
const LIGHT = { cost: 100, share: 0.03 };

/** Wrong answers in the last hour that make the work one level harder. */
const FAILURES_A_LEVEL = 3;
/**
 * How risky whoever asks is, as a level of HARDER: by the wrong answers of their address or account
 * in the last hour, and a new account.
 */
export const riskLevel = (failures: number, newcomer: boolean): number =>
  Math.min(HARDER.slide.length - 1, Math.floor(failures / FAILURES_A_LEVEL) + (newcomer ? 1 : 0));

export interface Difficulty {
  /** riskLevel's. */
  level: number;
  /** For tests: it takes a moment. */
  light: boolean;
}

/** What is kept of work that was given out. */
export interface StoredWork {
  challenge: Challenge;
  secret: string;
}

const secretsOf = (secret: string) => ({
  hmacSignatureSecret: secret,
  hmacKeySignatureSecret: `${secret}.key`,
});

export async function createWork(
  purpose: WorkPurpose,
  { level, light }: Difficulty,
): Promise<StoredWork> {
  const harder = (HARDER[purpose][level] ?? 1) * (light ? LIGHT.share : 1);
  const { least, most } = GUESSES[purpose];
  const secret = newToken();
  const expiresAt = new Date(Date.now() + CAPTCHA_LIFETIME * 1_000);
  const counter = randomInt(Math.round(most * harder), Math.round(least * harder));
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: light ? LIGHT.cost : COST,
    counter,
    deriveKey,
    expiresAt,
    ...secretsOf(secret),
  });
  return { secret, challenge };
}

export async function isDone(
  { challenge, secret }: StoredWork,
  solution: { counter: number; derivedKey: string },
): Promise<boolean> {
  // The library reads the key as hexadecimal, and throws at what isn't.
  if (!/^(?:[\da-f]{2}){1,64}$/i.test(solution.derivedKey)) return false;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    ...secretsOf(secret),
  });
  return verified;
}
