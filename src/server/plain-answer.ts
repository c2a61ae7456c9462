import type { ServerResponse } from 'node:http';
import { API_POLICY } from '#api/http/middleware/content-policy.ts';

/** Headers of short responses without scripts. */
const PLAIN_HEADERS = {
  'content-security-policy': API_POLICY,
  'x-content-type-options': 'nosniff',
};

/** Sends a short response: a redirect, a refusal, an error. */
export function sendPlainAnswer(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  text?: string,
): void {
  const type = text === undefined ? {} : { 'content-type': 'text/plain; charset=utf-8' };
  response.writeHead(status, { ...PLAIN_HEADERS, ...type, ...headers }).end(text);
}
