/** What a page says of itself while it is rendered. */
export interface Made {
  /** Tags that it depends on; see touch.ts. */
  tags: string[];
  /** Seconds for which it may be kept; without it the page stands until a write touches one of its tags. */
  keepFor?: number;
}

export interface Rendered extends Made {
  status: number;
  body: string;
  contentType: string;
}

/** Makes the page of a path; given by the server, where Astro is. `allowed`: for somebody who may read it, whoever else may. */
export type Render = (path: string, preloaded?: Map<string, unknown>, allowed?: boolean) => Promise<Rendered>;
