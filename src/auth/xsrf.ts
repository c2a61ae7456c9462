import { createHmac } from 'node:crypto';
import { areSecretsEqual } from './secret.ts';

/*
 * The anti-forgery token (R21) is a keyed hash of the session token: stateless, and a planted
 * cookie fits no session. One cookie joins the parts of a site and an admin session, because API
 * clients repeat it unchanged.
 */

const SEPARATOR = '.';

/** The part of the anti-forgery token of one session. */
export const deriveXsrfToken = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('XSRF-TOKEN').digest('base64url');

export const joinXsrfTokens = (sessionTokens: readonly string[]): string =>
  sessionTokens.map(deriveXsrfToken).join(SEPARATOR);

/** Whether an anti-forgery token that a browser sent belongs to a session. */
export const isXsrfTokenOf = (text: string, sessionToken: string): boolean =>
  text.split(SEPARATOR, 4).some((part) => areSecretsEqual(part, deriveXsrfToken(sessionToken)));
