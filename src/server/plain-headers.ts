import { API_POLICY } from '#api/http/middleware/content-policy.ts';

/** Headers of short answers that are no page: redirects, refusals, faults. They run nothing. */
export const PLAIN_HEADERS = {
  'content-security-policy': API_POLICY,
  'x-content-type-options': 'nosniff',
};
