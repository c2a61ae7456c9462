import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { KEEP_ALIVE } from '#db/keep-alive.ts';
import {
  isOlderThanBaseline,
  LAST_VERSION_BEFORE_BASELINE,
  readMigrations,
} from '#db/migration-journal.ts';
import { compareSchema, type SchemaVersions, schemaVersionsSql } from '#db/schema-version.ts';
import { renameDurably } from '#platform/durable-file.ts';
import { ConfigError, type Env } from '#platform/env.ts';
import { openStorage } from '#platform/open-storage.ts';
import type { Storage } from '#platform/storage.ts';
import {
  type BackupInfo,
  FORMAT_VERSION,
  type Manifest,
  measureStream,
  tableEntryName,
} from './archive.ts';
import {
  columnList,
  countRows,
  quoteIdentifier,
  readLastMigration,
  readSequences,
  readTables,
  type SchemaVersion,
  type Table,
} from './catalog.ts';
import { createWorkFolder, findAbandonedFolders } from './work-folder.ts';

export interface BackupResult extends Manifest {
  /** Pictures in the database that storage lacks. */
  missing: string[];
}

/** A newer database that allows this version is backed up; only the newer version restores it. */
async function readSchemaVersion(client: pg.ClientBase): Promise<SchemaVersion> {
  const when = await readLastMigration(client);
  if (when !== undefined) {
    const { rows } = await client.query<SchemaVersions>(schemaVersionsSql);
    if (compareSchema(rows[0] as SchemaVersions) === 'newer')
      return { tag: `newer than ${readMigrations().at(-1)?.tag}`, when };
  }
  return findSchemaVersion(when);
}

/** The migration with a number, by this version's journal. */
export function findSchemaVersion(when: number | undefined): SchemaVersion {
  if (when === undefined) throw new ConfigError('There is no forum in this database.');
  if (isOlderThanBaseline(when))
    throw new ConfigError(
      `This version can’t read the database: its schema is too old. Use ${LAST_VERSION_BEFORE_BASELINE}.`,
    );
  const migration = readMigrations().find((entry) => entry.when === when);
  if (!migration)
    throw new ConfigError(
      'The database was made by a newer version of the forum: back it up with that version.',
    );
  return { tag: migration.tag, when: migration.when };
}

const addBytes = (tar: Pack, name: string, content: string | Buffer) =>
  new Promise<void>((resolve, reject) => {
    tar.entry({ name }, content, (error) => (error ? reject(error) : resolve()));
  });

const addText = (tar: Pack, name: string, content: unknown) =>
  addBytes(tar, name, `${JSON.stringify(content, null, 1)}\n`);

const addFile = async (tar: Pack, name: string, file: string) => {
  const { size, mtime } = statSync(file);
  // throws if aborted, before a file is opened
  const entry = tar.entry({ name, size, mtime });
  await pipeline(createReadStream(file), entry);
};

/** A tar entry starts with its size, so a table is first compressed into a temporary file. */
async function addTable(
  tar: Pack,
  client: pg.Client,
  table: Table,
  folder: string,
): Promise<Manifest['tables'][string]> {
  const file = join(folder, 'table.gz');
  const { stream, sha256 } = measureStream();
  await pipeline(
    client.query(copyTo(`copy ${quoteIdentifier(table.name)} (${columnList(table)}) to stdout`)),
    stream,
    createGzip({ level: 6 }),
    createWriteStream(file),
  );
  await addFile(tar, tableEntryName(table.name), file);
  // COPY's own count may arrive after the end of its stream.
  return { rows: await countRows(client, table), sha256: sha256() };
}

/** Adds all uploads. Files deleted meanwhile were swept: no row of the backup refers to them. */
async function addUploads(tar: Pack, storage: Storage): Promise<Manifest['uploads']> {
  const uploads: Manifest['uploads'] = {};
  for await (const path of storage.list()) {
    const stream = await storage.read(path);
    if (!stream) continue;
    const bytes = Buffer.from(await new Response(stream).arrayBuffer());
    await addBytes(tar, `uploads/${path}`, bytes);
    uploads[path] = {
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
  }
  return uploads;
}

async function writeArchive(
  tar: Pack,
  client: pg.Client,
  env: Env,
  folder: string,
  report: (step: string) => void,
): Promise<BackupResult> {
  // A snapshot that blocks no writers, however long it takes.
  await client.query('begin isolation level repeatable read read only');
  const tables = await readTables(client);
  const about: BackupInfo = {
    format: FORMAT_VERSION,
    madeAt: new Date().toISOString(),
    site: env.SITE_URL,
    schema: await readSchemaVersion(client),
    tables,
  };
  await addText(tar, 'about.json', about);
  const manifest: Manifest = { tables: {}, sequences: await readSequences(client), uploads: {} };
  for (const table of tables) {
    report(table.name);
    manifest.tables[table.name] = await addTable(tar, client, table, folder);
  }
  const { rows: named } = await client.query<{ path: string }>('select path from upload');
  await client.query('commit');
  report('uploads');
  // After the database: files are stored before the rows that name them.
  manifest.uploads = await addUploads(tar, openStorage(env));
  await addText(tar, 'manifest.json', manifest);
  return {
    ...manifest,
    missing: named.map(({ path }) => path).filter((path) => !manifest.uploads[path]),
  };
}

/** Deletes what killed backups left in a folder. Returns how many there were. */
export function clearUnfinishedBackups(folder: string): number {
  const abandoned = findAbandonedFolders(folder, 'backup');
  for (const path of abandoned) rmSync(path, { recursive: true, force: true });
  return abandoned.length;
}

/**
 * Writes a backup next to `file`. finish() renames it as the last step, so that a visible file is
 * complete and an interrupted command leaves none. An abort deletes the partial file.
 */
export async function prepareBackup(
  env: Env & { DATABASE_URL: string },
  file: string,
  report: (step: string) => void = () => {},
  signal?: AbortSignal,
): Promise<{ written: BackupResult; bytes: number; finish(): Promise<void> }> {
  const client = new pg.Client({
    connectionString: env.DATABASE_URL,
    application_name: 'forum backup',
    ...KEEP_ALIVE,
  });
  client.on('error', () => {}); // the running query rejects too
  const { path: folder, remove } = createWorkFolder(dirname(file), 'backup');
  const partial = join(folder, 'partial.tar');
  const tar = pack();
  tar.on('error', () => {}); // may be aborted before anything reads it
  const abort = () => {
    tar.destroy(signal?.reason);
    void client.end().catch(() => {}); // makes a running query fail
  };
  const running: Promise<unknown>[] = [];
  try {
    signal?.throwIfAborted();
    await client.connect();
    signal?.throwIfAborted(); // ending a connection before it is open would never resolve
    signal?.addEventListener('abort', abort, { once: true });
    const stored = pipeline(tar, createWriteStream(partial, { mode: 0o600 }));
    const archived = writeArchive(tar, client, env, folder, report).then(
      (made) => {
        tar.finalize();
        return made;
      },
      (error: Error) => {
        tar.destroy(error);
        throw error;
      },
    );
    running.push(archived, stored);
    const [written] = await Promise.all([archived, stored]);
    signal?.throwIfAborted();
    report('moving it to its folder');
    return {
      written,
      bytes: statSync(partial).size,
      async finish() {
        await renameDurably(partial, file);
        remove();
      },
    };
  } catch (error) {
    abort();
    await Promise.allSettled(running); // waits until nobody writes into the folder
    remove();
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', abort);
    await client.end().catch(() => {});
  }
}

/** Writes a backup and renames it to its final name. */
export async function writeBackup(
  env: Env & { DATABASE_URL: string },
  file: string,
): Promise<BackupResult> {
  const { written, finish } = await prepareBackup(env, file);
  await finish();
  return written;
}
