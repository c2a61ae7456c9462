import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';

/** Bytes after which a new file begins; the one before it stays, so the log takes twice that. */
const MAX_LOG_BYTES = 10_000_000;
const LINE_END = 10;

/**
 * A stream into a file that never fails: a full disk costs lines of the log, and nothing else. At
 * `maxBytes` the file is renamed to `PATH.1`, which replaces the one before it.
 */
export function openLogFile(path: string, maxBytes = MAX_LOG_BYTES): Writable {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a');
  let bytes = fstatSync(file).size;
  const rotate = () => {
    closeSync(file);
    renameSync(path, `${path}.1`);
    file = openSync(path, 'a');
    bytes = 0;
  };
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        bytes += writeSync(file, chunk);
        if (bytes >= maxBytes && chunk.at(-1) === LINE_END) rotate();
      } catch {
        // the forum goes on without this part of its log
      }
      done();
    },
  });
}
