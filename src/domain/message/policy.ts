import { parseFrameHosts } from '#contracts/iframes.ts';
import type { Db } from '#db/client.ts';
import { frameHostProblem } from '../config/frame-hosts.ts';
import { readConfig } from '../config/read.ts';

/**
 * Raised when the rules of sanitize.ts change: stored HTML of an older number is sanitized again.
 */
export const RULES_VERSION = 4;

/**
 * What sanitizing depends on: the allowed frame hosts, and a number that changes with them and with
 * our rules.
 */
export interface Policy {
  frameHosts: readonly string[];
  version: number;
  siteHost: string;
}

/** The number stored beside the HTML that was made under a policy. */
export const policyNumber = (configVersion: number): number =>
  RULES_VERSION * 1_000_000 + configVersion;

/** The policy that was asked for last: each reply asks, and the entry hardly ever changes. */
let last: (Policy & { asked: readonly string[] }) | undefined;

/**
 * What messages are sanitized under, from the entry iframe_allow and its version (R13). Hosts that
 * may not be allowed are left out, however they came into it.
 */
export function policyFrom(value: unknown, version: number | null, siteHost: string): Policy {
  const hosts = parseFrameHosts(value);
  const number = policyNumber(version ?? 0);
  if (
    last?.version === number &&
    last.siteHost === siteHost &&
    String(last.asked) === String(hosts)
  )
    return last;
  last = {
    frameHosts: hosts.filter((host) => !frameHostProblem(host, siteHost)),
    version: number,
    siteHost,
    asked: hosts,
  };
  return last;
}

export async function readPolicy(db: Db, siteHost: string): Promise<Policy> {
  const entry = await readConfig(db, 'iframe_allow');
  return policyFrom(entry?.value, entry?.version ?? null, siteHost);
}
