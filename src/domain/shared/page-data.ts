export interface PageData<T> {
  data: T;
  /** The cache tags of the page: it is rendered again when one of them is invalidated. */
  tags: string[];
}
