import { getPublicSuffix } from 'tldts';
import { isFrameHostAllowed } from '#contracts/iframes.ts';

/*
 * Hosts that iframe_allow must not contain: public suffixes with pages of anybody (`com`,
 * `github.io`), and the forum, whose framed pages would run with readers' sessions.
 */

export type FrameHostProblem = 'public suffix' | 'the forum itself';

export function findFrameHostProblem(host: string, siteHost: string): FrameHostProblem | undefined {
  if (getPublicSuffix(host, { allowPrivateDomains: true }) === host) return 'public suffix';
  return isFrameHostAllowed(siteHost.replace(/:\d+$/, '').toLowerCase(), [host])
    ? 'the forum itself'
    : undefined;
}
