import { join } from 'node:path';

/* What the proxies of scripts/deploy are started with. */

/** What the build says of the scripts that stand in pages. */
export const INLINE_SCRIPT_SOURCES = join(import.meta.dirname, '../../dist/inline-script-sources');

export interface ProxyOptions {
  /** The server behind it, as host:port. */
  app: string;
  siteDir: string;
  uploadsDir: string;
  /** The cache in front of it, as in the forum's CDN. */
  cdn?: string;
}
