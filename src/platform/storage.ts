/**
 * Where uploaded files live. All throw StorageUnavailable when it is away or full, and may not be
 * called inside a transaction. Paths are relative and are served below /uploads/: `3f/3f9a….webp`
 * is a picture, and `3f/3f9a….960.webp` beside it the same one 960 pixels wide.
 */
export interface Storage {
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** undefined when there is no such file. The caller reads the stream to its end or cancels it. */
  read(path: string): Promise<ReadableStream<Uint8Array> | undefined>;
  has(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Paths of all files of ours; others' are left out. */
  list(): AsyncIterable<string>;
  /**
   * Finds out whether files can be kept: throws ConfigError for what only the operator can mend (a
   * wrong key, no such bucket), and StorageUnavailable for what may pass by itself.
   */
  probe(): Promise<void>;
}
