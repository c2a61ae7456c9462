import { join } from 'node:path';

/** The build's CSP sources for inline scripts. */
export const INLINE_SCRIPT_SOURCES = join(import.meta.dirname, '../../dist/inline-script-sources');

export interface ProxyOptions {
  /** The server behind it, as host:port. */
  app: string;
  siteDir: string;
  uploadsDir: string;
  /** The cache in front of it, as in the forum's CDN. */
  cdn?: string;
}
