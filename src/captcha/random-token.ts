import { createHash, randomBytes } from 'node:crypto';

/** 192 random bits. */
export const randomToken = (): string => randomBytes(24).toString('base64url');

/** The stored hash of a token, or of several texts together. */
export const hashToken = (...texts: string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
