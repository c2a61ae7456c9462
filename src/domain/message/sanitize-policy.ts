import { parseFrameHosts } from '#contracts/iframes.ts';
import type { Db } from '#db/client.ts';
import { findFrameHostProblem } from '../config/frame-hosts.ts';
import { readConfig } from '../config/read.ts';

/**
 * Raised when the rules of sanitize.ts change: stored HTML of an older number is sanitized again.
 */
export const SANITIZER_VERSION = 5;

/**
 * What sanitizing depends on: the allowed frame hosts, and a number that changes with them and with
 * our rules.
 */
export interface SanitizePolicy {
  frameHosts: readonly string[];
  version: number;
  siteHost: string;
}

/** The number stored beside the HTML that was made under a policy. */
export const toPolicyVersion = (configVersion: number): number =>
  SANITIZER_VERSION * 1_000_000 + configVersion;

/** The policy that was asked for last: each reply asks, and the entry hardly ever changes. */
let lastPolicy: (SanitizePolicy & { asked: readonly string[] }) | undefined;

/**
 * What messages are sanitized under, from the entry iframe_allow and its version (R13). Hosts that
 * may not be allowed are left out, however they came into it.
 */
export function toSanitizePolicy(
  value: unknown,
  version: number | null,
  siteHost: string,
): SanitizePolicy {
  const hosts = parseFrameHosts(value);
  const number = toPolicyVersion(version ?? 0);
  if (
    lastPolicy?.version === number &&
    lastPolicy.siteHost === siteHost &&
    String(lastPolicy.asked) === String(hosts)
  )
    return lastPolicy;
  lastPolicy = {
    frameHosts: hosts.filter((host) => !findFrameHostProblem(host, siteHost)),
    version: number,
    siteHost,
    asked: hosts,
  };
  return lastPolicy;
}

export async function readSanitizePolicy(db: Db, siteHost: string): Promise<SanitizePolicy> {
  const entry = await readConfig(db, 'iframe_allow');
  return toSanitizePolicy(entry?.value, entry?.version ?? null, siteHost);
}
