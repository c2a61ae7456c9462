import { createHmac } from 'node:crypto';
import { areSecretsEqual } from './secret.ts';

/*
 * The anti-forgery token (R21) follows from the session's token by a keyed hash: a cookie that
 * somebody else planted fits no session, and no server has to remember anything. A browser that has
 * a session of the site and one of the admin area has one cookie for both: the parts stand beside
 * each other, so that programs that repeat the cookie need not know.
 */

const SEPARATOR = '.';

/** The part of the anti-forgery token that belongs to a session, by the session's token. */
export const deriveXsrfToken = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('XSRF-TOKEN').digest('base64url');

/** The anti-forgery token of a browser that has these sessions. */
export const joinXsrfTokens = (sessionTokens: readonly string[]): string =>
  sessionTokens.map(deriveXsrfToken).join(SEPARATOR);

/** Whether an anti-forgery token, as a browser sent it, belongs to a session. */
export const isXsrfTokenOf = (text: string, sessionToken: string): boolean =>
  text.split(SEPARATOR, 4).some((part) => areSecretsEqual(part, deriveXsrfToken(sessionToken)));
