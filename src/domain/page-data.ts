export interface PageData<T> {
  data: T;
  /** What the page depends on; see publish/touch.ts. */
  tags: string[];
}
