/**
 * Storage of uploads. Methods throw StorageUnavailable if it is down or full, and may not run in a
 * transaction. Paths are served below /uploads/: `3f/3f9a….webp`, and 960 pixels wide
 * `3f/3f9a….960.webp`.
 */
export interface Storage {
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** undefined if the file is missing. The caller must read the stream to its end or cancel it. */
  read(path: string): Promise<ReadableStream<Uint8Array> | undefined>;
  has(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Paths of all our files; others are skipped. */
  list(): AsyncIterable<string>;
  /** Checks the storage. Throws ConfigError if the operator must act, else StorageUnavailable. */
  probe(): Promise<void>;
}
