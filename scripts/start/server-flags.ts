/*
 * How the built server is run. It holds little, as pages are files; the heap's limit is room, and
 * no means to save memory (src/decisions/database.md). With two arenas (glibc's default is eight
 * for each core) memory that one thread has freed is used by the others. No --enable-source-maps:
 * the build has none, and Node would read and keep those of 900 files of packages, 13 MB.
 */

/** Megabytes of the main thread's heap: three times what all benches together have run within. */
const HEAP_MB = 384;
export const SERVER_FLAGS = [
  `--max-old-space-size=${HEAP_MB}`,
  '--max-semi-space-size=4',
  // Opened only when it hangs (describe-hang.ts), on whatever port is free then.
  '--inspect-port=127.0.0.1:0',
];
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' };
