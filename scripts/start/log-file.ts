import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';

/** The log is rotated at this size; one old file is retained. */
const MAX_LOG_BYTES = 10_000_000;
const LINE_END = 10;

/**
 * A file stream that never fails: a full disk loses log lines only. At `maxBytes` it renames the
 * file to `PATH.1` and replaces the previous one.
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
        // the forum continues without this part of its log
      }
      done();
    },
  });
}
