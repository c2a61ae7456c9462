import { parseFrameHosts } from '#contracts/iframes.ts';
import type { Db } from '#db/client.ts';
import { findFrameHostProblem } from '../config/frame-hosts.ts';
import { readConfig } from '../config/read.ts';

/** Increase it when the rules of sanitize.ts change: HTML of older versions is sanitized again. */
export const SANITIZER_VERSION = 5;

/** The allowed frame hosts, and a version that changes with them and with our rules. */
export interface SanitizePolicy {
  frameHosts: readonly string[];
  version: number;
  siteHost: string;
}

/** The version stored with the HTML. */
export const toPolicyVersion = (configVersion: number): number =>
  SANITIZER_VERSION * 1_000_000 + configVersion;

/** Cache of the latest policy: each reply reads it, and the entry rarely changes. */
let lastPolicy: (SanitizePolicy & { asked: readonly string[] }) | undefined;

/**
 * The policy of the entry iframe_allow and its version (R13), without hosts that are never allowed.
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
