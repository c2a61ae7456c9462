import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, in characters that cookies and addresses take as they are. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be a `randomSecret` at all. */
export const isSecret = (text: string | undefined): text is string =>
  /^[\w-]{43}$/.test(text ?? '');

/**
 * What is stored of a secret. Secrets here are random and long, so a plain hash can't be guessed
 * back.
 */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** Compares in a time that tells nothing about where the texts differ. */
export function areSecretsEqual(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
