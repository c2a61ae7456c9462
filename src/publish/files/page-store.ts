/** A page to write, as text in UTF-8. */
export interface NewPage {
  path: string;
  plain: Buffer;
  /** An outdated copy may be set aside, which the page replaces. */
  replacesAside: boolean;
}

/** Stores published pages by their path, in a folder or in a bucket. */
export interface PageStore {
  /**
   * The folder of page files, which are compressed and synced a second after they are written
   * (compression-worker.ts). Undefined if a write is final and durable when it resolves.
   */
  readonly folder: string | undefined;
  /** Milliseconds for which a write may continue after its caller has lost the render locks. */
  readonly maxWriteMs: number;
  /** Replaces each page atomically. Returns the errors of pages that were not written. */
  write(pages: readonly NewPage[]): Promise<ReadonlyMap<string, Error>>;
  /** Undefined if the page is missing. */
  read(path: string): Promise<Buffer | undefined>;
  /** Whether a page exists, current or set aside. */
  has(path: string): Promise<boolean>;
  /** Whether a page exists completely, with this number of bytes as far as the store knows it. */
  hasWhole(path: string, bytes: number): Promise<boolean>;
  /** Names of a page's compressed forms that don't match its content. */
  findDamagedForms(path: string, plain: Buffer): Promise<string[]>;
  /** Those of these pages that nobody has read since they were written, if the store can tell. */
  findUnread(paths: readonly string[]): Promise<string[]>;
  remove(paths: readonly string[]): Promise<void>;
  /** Removes all pages at or below these paths, recorded or not. */
  removeBelow(paths: readonly string[]): Promise<void>;
  /** Makes removals durable. */
  syncRemovals(paths: readonly string[]): Promise<void>;
  /** Hides outdated pages: they are served only while rendering fails. */
  setAside(paths: readonly string[]): Promise<void>;
  /**
   * Names of the files of pages, also of unfinished ones: see page-file-names.ts. All, or those
   * written since a time by the store's clock.
   */
  listFiles(since?: Date): AsyncIterable<string>;
  /** Removes files by name. */
  removeFiles(names: readonly string[]): Promise<void>;
  /** Removes all pages of this forum or another one. */
  removeAll(): Promise<void>;
}
