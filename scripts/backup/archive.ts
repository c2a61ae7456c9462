import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { z } from 'zod';

/*
 * A backup is one .tar: about.json, tables/NAME.copy.gz in PostgreSQL's COPY text format, the
 * uploads, and manifest.json. A truncated archive lacks the manifest.
 */

export const FORMAT_VERSION = 1;
const FormatVersion = z.literal(FORMAT_VERSION, {
  error: 'was written by another version of the forum',
});

export const BackupInfo = z.object({
  format: FormatVersion,
  madeAt: z.iso.datetime(),
  site: z.string(),
  schema: z.object({ tag: z.string(), when: z.number() }),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});
export type BackupInfo = z.infer<typeof BackupInfo>;

const Checksum = z.string().regex(/^[0-9a-f]{64}$/);

export const Manifest = z.object({
  /** Rows, and SHA-256 of the uncompressed COPY output. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: Checksum })),
  sequences: z.array(
    z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), called: z.boolean() }),
  ),
  /** By path below uploads/. */
  uploads: z.record(z.string(), z.object({ bytes: z.number(), sha256: Checksum })),
});
export type Manifest = z.infer<typeof Manifest>;

export const tableEntryName = (name: string): string => `tables/${name}.copy.gz`;
export const tableOfEntry = (entry: string): string | undefined =>
  /^tables\/(\w+)\.copy\.gz$/.exec(entry)?.[1];
/** The path below the uploads folder; undefined for a path outside, as in a foreign archive. */
export const uploadOfEntry = (entry: string): string | undefined => {
  const path = /^uploads\/([\w-][\w./-]*)$/.exec(entry)?.[1];
  return path?.split('/').some((part) => part === '' || part === '.' || part === '..')
    ? undefined
    : path;
};

/** A pass-through stream that counts bytes and computes SHA-256. */
export function measureStream(): { stream: Transform; sha256: () => string; bytes: () => number } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, sha256: () => hash.digest('hex'), bytes: () => bytes };
}
