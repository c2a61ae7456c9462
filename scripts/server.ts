/*
 * How the built server is run. It holds little, as pages are files: a bounded heap keeps garbage from piling up unseen, and
 * with two arenas (glibc's default is eight for each core) memory that one thread has freed is used by the others. No
 * --enable-source-maps: the build has none, and Node would read and keep those of 900 files of packages, 13 MB.
 */
export const SERVER_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=4'];
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' };
