import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { siteSecret } from '#db/site-secret.ts';

/** The secret that signs addresses in emails. Never rotate it: links of old emails must work. */
export const getMailSecret = siteSecret('mail.secret', () => randomBytes(32).toString('base64url'));

/** 128 bits in hexadecimal: bounces may change the case of an address's local part. */
const SIGNATURE_CHARACTERS = 32;

/** Signs `text`; a signature of one purpose is invalid for another. */
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
