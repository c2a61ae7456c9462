import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { ZipFile } from 'yazl';
import type { Db } from '#db/client.ts';
import type { Storage } from '#platform/storage.ts';
import { type ArchivePages, indexPage, partPage } from './archive-html.ts';
import { PART_READERS, type RowBatches } from './archive-rows.ts';

export interface ArchiveSource extends ArchivePages {
  db: Db;
  storage: Storage;
  userId: number;
  /** Called between batches of rows; an error aborts the archive. */
  onProgress(): Promise<void>;
}

/** A JSON array with one row per line. */
async function* jsonFile(batches: RowBatches): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of batches)
    for (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Adds all parts; `watched` handles errors of streams. */
async function addParts(
  zip: ZipFile,
  source: ArchiveSource,
  watched: (stream: Readable) => Readable,
): Promise<void> {
  const { db, storage, userId, onProgress } = source;
  const add = (name: string, open: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(name, (answer) => answer(null, watched(Readable.from(open()))));
  const counts = new Map<string, number>();
  const madeAt = new Date();

  async function* counted(name: string, batches: RowBatches): RowBatches {
    counts.set(name, 0);
    for await (const rows of batches) {
      await onProgress();
      counts.set(name, (counts.get(name) ?? 0) + rows.length);
      yield rows;
    }
  }
  for (const [name, read] of PART_READERS) {
    add(`${name}.json`, () => jsonFile(counted(name, read(db, userId))));
    add(`${name}.html`, () => partPage(name, counted(name, read(db, userId)), source));
  }
  const uploads = PART_READERS.get('uploads');
  if (uploads)
    for await (const rows of uploads(db, userId))
      for (const { file: path } of rows as { file: string }[])
        zip.addReadStreamLazy(path, { compress: false }, (answer) => {
          onProgress()
            .then(() => storage.read(path.replace(/^uploads\//, '')))
            // A missing picture becomes an empty file.
            .then((bytes) =>
              bytes ? Readable.fromWeb(bytes as ReadableStream) : Readable.from([]),
            )
            .then(
              (stream) => answer(null, watched(stream)),
              (error: unknown) => answer(error, Readable.from([])),
            );
        });
  // By then all parts are counted.
  add('data.json', async function* manifest() {
    yield JSON.stringify(
      {
        format: 1,
        site: source.siteUrl,
        user_id: userId,
        made_at: madeAt.toISOString(),
        files: Object.fromEntries(
          [...counts].map(([name, rows]) => [name, { file: `${name}.json`, rows }]),
        ),
      },
      null,
      2,
    );
  });
  add('index.html', async function* index() {
    yield indexPage(counts, madeAt, source);
  });
}

/** Rows and pictures are read in batches, when the ZIP stream reaches them. */
export async function writeArchive(source: ArchiveSource, file: string): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error as Error));
  // The pipeline starts first, because the library reads added streams at once.
  const written = pipeline(output, createWriteStream(file, { mode: 0o600 }));
  written.catch(() => {}); // the last line reports it
  let current: Readable | undefined; // the library reads one stream at a time, and never ends one
  const watched = (stream: Readable) => {
    current = stream;
    if (output.destroyed) stream.destroy();
    // The library doesn't handle errors of streams.
    return stream.once('error', (error) => output.destroy(error));
  };
  try {
    await addParts(zip, source, watched);
    zip.end();
  } catch (error) {
    output.destroy(error as Error);
  }
  try {
    await written;
  } finally {
    current?.destroy();
  }
}
