/**
 * Storage of uploads. Methods throw StorageUnavailable if it is down or full, and may not run
 * inside a transaction. Paths are relative and served below /uploads/: `3f/3f9a….webp` is a
 * picture, `3f/3f9a….960.webp` its variant of 960 pixels.
 */
export interface Storage {
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** undefined if the file is missing. The caller must read the stream to its end or cancel it. */
  read(path: string): Promise<ReadableStream<Uint8Array> | undefined>;
  has(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Paths of all our files; others are skipped. */
  list(): AsyncIterable<string>;
  /**
   * Checks that files can be stored. Throws ConfigError if the operator must act (a wrong key, a
   * missing bucket), and StorageUnavailable if the fault may be temporary.
   */
  probe(): Promise<void>;
}
