import type { Db } from '#db/client.ts';

/** What a page says of itself while it is rendered. */
export interface RenderResult {
  /** Tags that it depends on; see cache-tags.ts. */
  tags: string[];
  /**
   * Seconds for which it may be kept; without it the page stands until a write touches one of its
   * tags.
   */
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
  /** For somebody who may read it, whoever else may; never published. */
  mayReadRestricted?: boolean;
  /** Where to read instead of the usual connections, e.g. one snapshot. */
  db?: Db;
}

/**
 * Makes the page of a path; given by the server, where Astro is. A status other than 200 is what
 * the page's own code answered. Throws when the page couldn't be made: that says nothing of whether
 * it exists.
 */
export type Render = (path: string, options?: RenderOptions) => Promise<RenderedPage>;
