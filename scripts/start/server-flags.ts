/*
 * Node flags of the built server. The heap limit is a reserve, not a memory saver
 * (src/decisions/database.md). Two malloc arenas (glibc: eight per core) let threads share freed
 * memory. No --enable-source-maps: Node would load maps of 900 package files, 13 MB.
 */

/** Main thread's heap: three times the maximum of all benches. */
const HEAP_MB = 384;
export const SERVER_FLAGS = [
  `--max-old-space-size=${HEAP_MB}`,
  '--max-semi-space-size=4',
  // Opened only if it hangs (describe-hang.ts), on any free port.
  '--inspect-port=127.0.0.1:0',
];
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' };
