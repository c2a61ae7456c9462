export interface PageData<T> {
  data: T;
  /** What the page depends on; see publish/invalidation.ts. */
  tags: string[];
}
