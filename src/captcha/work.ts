import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CAPTCHA_LIFETIME } from '#contracts/captcha.ts';
import { newToken } from './token.ts';

/* ALTCHA's proof of work: it asks nothing of hands or eyes, and some seconds of the machine. */

/** Rounds of PBKDF2 for one guess: a millisecond or two in a browser. */
const COST = 5_000;
/** Guesses until the right one: 2–5 s on a desktop that guesses side by side, about three times that on a slow phone. */
const GUESSES = { least: 1_500, most: 3_000 };

/** What is kept of work that was given out. */
export interface StoredWork {
  challenge: Challenge;
  secret: string;
}

const secretsOf = (secret: string) => ({ hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}.key` });

export async function createWork(): Promise<StoredWork> {
  const secret = newToken();
  const expiresAt = new Date(Date.now() + CAPTCHA_LIFETIME * 1_000);
  const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: COST, counter: randomInt(GUESSES.most, GUESSES.least), deriveKey, expiresAt, ...secretsOf(secret) });
  return { secret, challenge };
}

export async function isDone({ challenge, secret }: StoredWork, solution: { counter: number; derivedKey: string }): Promise<boolean> {
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(secret) });
  return verified;
}
