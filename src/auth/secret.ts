import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in cookies and addresses. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the form of a `randomSecret`. */
export const isSecret = (text: string | undefined): text is string =>
  /^[\w-]{43}$/.test(text ?? '');

/** A plain hash: secrets are random and long, so it can't be guessed. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** Constant-time comparison. */
export function areSecretsEqual(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
