import type { StoredBrand } from '#contracts/brand.ts';
import type { Db } from '#db/client.ts';

export interface RenderResult {
  /** Its tags; see cache-tags.ts. */
  tags: string[];
  /** Lifetime in seconds; default: until a write invalidates one of its tags. */
  keepForSeconds?: number;
}

export interface RenderedPage extends RenderResult {
  status: number;
  body: string;
  contentType: string;
}

export interface RenderOptions {
  /** Data read for many pages at once, by path. */
  preloaded?: Map<string, unknown>;
  /** The stored brand, if it was read for many pages at once. */
  brand?: StoredBrand | undefined;
  /** For a reader with extra access; never published. */
  mayReadRestricted?: boolean;
  /** A connection to read from, e.g. a snapshot. */
  db?: Db;
}

/**
 * Renders a path, in the server where Astro runs. Another status than 200 is the page's own. Throws
 * if rendering failed: the page may exist or not.
 */
export type Render = (path: string, options?: RenderOptions) => Promise<RenderedPage>;
