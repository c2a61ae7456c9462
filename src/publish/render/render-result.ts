import type { StoredBrand } from '#contracts/brand.ts';
import type { Db } from '#db/client.ts';

/** Metadata of a page, set while it is rendered. */
export interface RenderResult {
  /** Tags that it depends on; see cache-tags.ts. */
  tags: string[];
  /** Seconds for which it may be kept; without it until a write invalidates one of its tags. */
  keepForSeconds?: number;
}

export interface RenderedPage extends RenderResult {
  status: number;
  body: string;
  contentType: string;
}

export interface RenderOptions {
  /** Data that was read for many pages at once, by path. */
  preloaded?: Map<string, unknown>;
  /** The brand as it is saved, when it was read for many pages at once. */
  brand?: StoredBrand | undefined;
  /** For a reader with access of their own; never published. */
  mayReadRestricted?: boolean;
  /** A connection to read from instead of the usual ones, e.g. a snapshot. */
  db?: Db;
}

/**
 * Renders the page of a path; provided by the server, where Astro runs. A status other than 200 is
 * the answer of the page's own code. Throws when the page couldn't be rendered: that doesn't tell
 * whether it exists.
 */
export type Render = (path: string, options?: RenderOptions) => Promise<RenderedPage>;
