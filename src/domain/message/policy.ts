import { frameHosts } from '#contracts/frames.ts';
import type { Db } from '#db/client.ts';
import { readConfig } from '../config/read.ts';

/** Raised when the rules of sanitize.ts change: stored HTML of an older number is sanitized again. */
export const RULES_VERSION = 3;

/** What sanitizing depends on: the allowed frame hosts, and a number that changes with them and with our rules. */
export interface Policy {
  frameHosts: readonly string[];
  version: number;
  siteHost: string;
}

/** The number stored beside the HTML that was made under a policy. */
export const policyNumber = (configVersion: number): number => RULES_VERSION * 1_000_000 + configVersion;

/** What messages are sanitized under, from the entry iframe_allow and its version (R13). */
export function policyFrom(value: unknown, version: number | null, siteHost: string): Policy {
  return { frameHosts: frameHosts(value), version: policyNumber(version ?? 0), siteHost };
}

export async function readPolicy(db: Db, siteHost: string): Promise<Policy> {
  const entry = await readConfig(db, 'iframe_allow');
  return policyFrom(entry?.value, entry?.version ?? null, siteHost);
}
