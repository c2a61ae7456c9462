import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { siteSecret } from '#db/site-secret.ts';

/** The secret behind the addresses in letters: those of years ago still end what they are about. */
export const getMailSecret = siteSecret('mail.secret', () => randomBytes(32).toString('base64url'));

/** 128 bits in hexadecimal: the local part of an address may come back in other letters. */
const SIGNATURE_CHARACTERS = 32;

/** What proves that we wrote `text`; signatures of one purpose aren't those of another. */
export const signText = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret)
    .update(`${purpose}\0${text}`)
    .digest('hex')
    .slice(0, SIGNATURE_CHARACTERS);

export function isSignatureOf(
  secret: string,
  purpose: string,
  text: string,
  signature: string,
): boolean {
  const expected = Buffer.from(signText(secret, purpose, text));
  const given = Buffer.from(signature.toLowerCase());
  return expected.length === given.length && timingSafeEqual(expected, given);
}
