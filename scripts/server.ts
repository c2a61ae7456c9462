/*
 * How the built server is run. It holds little, as pages are files: a bounded heap keeps garbage from piling up unseen, and
 * with two arenas (glibc's default is eight for each core) memory that one thread has freed is used by the others.
 */
export const SERVER_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=4', '--enable-source-maps'];
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' };
