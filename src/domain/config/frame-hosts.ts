import { getPublicSuffix } from 'tldts';
import { isFrameHostAllowed } from '#contracts/iframes.ts';

/*
 * Hosts that frames may never be allowed from, whoever writes them into iframe_allow: names below
 * which anybody can have a page (`com`, `co.uk`, `github.io`), and the forum itself, whose pages
 * would run in its own frames with its readers' sessions.
 */

export type FrameHostProblem = 'public suffix' | 'the forum itself';

export function findFrameHostProblem(host: string, siteHost: string): FrameHostProblem | undefined {
  if (getPublicSuffix(host, { allowPrivateDomains: true }) === host) return 'public suffix';
  return isFrameHostAllowed(siteHost.replace(/:\d+$/, '').toLowerCase(), [host])
    ? 'the forum itself'
    : undefined;
}
