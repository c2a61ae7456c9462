import { createWriteStream, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createDb } from '#db/client.ts';
import { migrateLocked, withMigrationLock } from '#db/migrate.ts';
import {
  isOlderThanBaseline,
  LAST_VERSION_BEFORE_BASELINE,
  readMigrations,
} from '#db/migration-journal.ts';
import { ConfigError, type Env } from '#platform/env.ts';
import { createLocalStorage, getUploadsFolder } from '#platform/local-storage.ts';
import { openStorage } from '#platform/open-storage.ts';
import { RESTORE_STATE } from '../start/is-prepared.ts';
import {
  type BackupInfo,
  Manifest,
  measureStream,
  tableOfEntry,
  uploadOfEntry,
} from './archive.ts';
import {
  columnList,
  countRows,
  quoteIdentifier,
  readLastMigration,
  readTables,
  type SchemaVersion,
  setSequences,
} from './catalog.ts';
import {
  clearUnfinishedRestores,
  finishRestore,
  isRestoreUnfinished,
  type RestoreNote,
} from './finish-restore.ts';
import { migrateToVersion } from './migrate-to-version.ts';
import { damagedError, forEachEntry, readAbout, readJson } from './read-archive.ts';
import { noteUnindexed } from './settle-restored.ts';
import { createWorkFolder, type WorkFolder } from './work-folder.ts';

/** Throws unless this version knows the backup's schema. */
function refuseForeignSchema(version: SchemaVersion): void {
  if (isOlderThanBaseline(version.when))
    throw new ConfigError(
      `This version can’t restore the backup directly: its schema is too old (${version.tag}). Restore it with ${LAST_VERSION_BEFORE_BASELINE}, then update to this version.`,
    );
  if (!readMigrations().some(({ when }) => when === version.when))
    throw new ConfigError(
      `The backup was made by another version of the forum (schema ${version.tag}). Restore it with that version or a newer one.`,
    );
}

/** Throws unless the database is new, or has our schema without rows. */
async function refuseNonEmpty(client: pg.PoolClient): Promise<void> {
  const tables = await readTables(client);
  if (tables.length > 0 && (await readLastMigration(client)) === undefined)
    throw new ConfigError(
      'The database contains tables of another program. Restore into an empty database.',
    );
  for (const table of tables) {
    if ((await countRows(client, table)) > 0)
      throw new ConfigError(
        `The database is not empty: there are rows in "${table.name}". Restore into an empty database: set another DATA_DIR or DATABASE_URL.`,
      );
  }
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Foreign keys form cycles: they are dropped for the copy, and checked as a whole afterwards. */
async function withoutForeignKeys<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<ForeignKey>(`
    select
      conrelid::regclass::text as "table",
      conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
    order by 1, 2`);
  for (const key of rows)
    await client.query(`alter table ${key.table} drop constraint ${quoteIdentifier(key.name)}`);
  const result = await work();
  for (const key of rows)
    await client.query(
      `alter table ${key.table} add constraint ${quoteIdentifier(key.name)} ${key.definition}`,
    );
  return result;
}

/**
 * Triggers would queue all copied rows for the search index. A table owner may disable triggers;
 * the role "replica" would need a superuser.
 */
async function withoutTriggers<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as "table"
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid and relnamespace = 'public'::regnamespace
    where not tgisinternal
    order by 1`);
  for (const { table } of rows) await client.query(`alter table ${table} disable trigger user`);
  const result = await work();
  for (const { table } of rows) await client.query(`alter table ${table} enable trigger user`);
  return result;
}

interface ArchiveContent {
  manifest: Manifest | undefined;
  tables: Record<string, { sha256: string }>;
  uploads: Manifest['uploads'];
}

/** Reads the archive once: rows into tables, uploads into `folder`. */
async function unpackArchive(
  file: string,
  about: BackupInfo,
  client: pg.PoolClient,
  folder: string,
  report: (step: string) => void,
): Promise<ArchiveContent> {
  const content: ArchiveContent = { manifest: undefined, tables: {}, uploads: {} };
  await forEachEntry(file, async (name, stream) => {
    const table = about.tables.find((one) => one.name === tableOfEntry(name));
    const upload = uploadOfEntry(name);
    if (name === 'manifest.json') {
      content.manifest = await readJson(Manifest, stream, name);
    } else if (table) {
      report(table.name);
      const { stream: checksum, sha256 } = measureStream();
      await pipeline(
        stream,
        createGunzip(),
        checksum,
        client.query(
          copyFrom(`copy ${quoteIdentifier(table.name)} (${columnList(table)}) from stdin`),
        ),
      );
      content.tables[table.name] = { sha256: sha256() };
    } else if (upload) {
      const target = join(folder, upload);
      mkdirSync(dirname(target), { recursive: true });
      const { stream: checksum, sha256, bytes } = measureStream();
      await pipeline(stream, checksum, createWriteStream(target));
      content.uploads[upload] = { bytes: bytes(), sha256: sha256() };
    } else if (name !== 'about.json') {
      throw damagedError(`it contains ${name}`);
    }
    stream.resume();
  });
  return content;
}

/** Throws unless the content matches the manifest. */
function requireUndamaged(content: ArchiveContent): Manifest {
  if (!content.manifest) throw damagedError('its end is missing');
  const { manifest } = content;
  for (const kind of ['tables', 'uploads'] as const) {
    for (const name of new Set([...Object.keys(manifest[kind]), ...Object.keys(content[kind])])) {
      if (manifest[kind][name]?.sha256 !== content[kind][name]?.sha256)
        throw damagedError(`${name} differs from its checksum`);
    }
  }
  return manifest;
}

/** Uploads the pictures to the bucket. Existing ones with the same name are identical. */
async function uploadToBucket(
  env: Env,
  arrived: string,
  report: (step: string) => void,
): Promise<void> {
  const bucket = openStorage(env);
  let count = 0;
  for await (const path of createLocalStorage(arrived).list()) {
    await bucket.put(path, readFileSync(join(arrived, path)));
    if (++count % 100 === 0) report(`uploads, ${count}`);
  }
}

export interface RestoreResult {
  madeAt: string;
  rows: number;
  uploads: number;
}

/** Counts rows that an earlier, interrupted run of the same restore committed. */
async function countRestored(
  client: pg.PoolClient,
  env: Env,
  madeAt: string,
): Promise<RestoreResult> {
  let rows = 0;
  for (const table of await readTables(client)) rows += await countRows(client, table);
  let uploads = 0;
  for await (const _ of openStorage(env).list()) uploads++;
  return { madeAt, rows, uploads };
}

/** One transaction: schema, rows, sequences, and the note of the remaining steps. */
async function restoreRows(
  client: pg.PoolClient,
  env: Env,
  file: string,
  about: BackupInfo,
  folder: string,
  report: (step: string) => void,
): Promise<Manifest> {
  // with a new folder's permissions; the temporary folder is private
  const arrived = join(folder, 'uploads');
  mkdirSync(arrived);
  await client.query('begin');
  await migrateToVersion(client, about.schema);
  const manifest = await withoutForeignKeys(client, () =>
    withoutTriggers(client, async () =>
      requireUndamaged(await unpackArchive(file, about, client, arrived, report)),
    ),
  );
  for (const table of about.tables) {
    if ((await countRows(client, table)) !== manifest.tables[table.name]?.rows)
      throw damagedError(`${table.name} has a wrong number of rows`);
  }
  await setSequences(client, manifest.sequences);
  await noteUnindexed(client, about);
  await client.query('delete from published_page');
  if (env.STORAGE_URL) await uploadToBucket(env, arrived, report);
  const note: RestoreNote = {
    folder: basename(folder),
    uploads: env.STORAGE_URL ? 0 : Object.keys(manifest.uploads).length,
    madeAt: about.madeAt,
  };
  await client.query('delete from site_state where name = $1', [RESTORE_STATE]);
  await client.query('insert into site_state (name, value) values ($1, $2)', [
    RESTORE_STATE,
    JSON.stringify(note),
  ]);
  report('committing');
  await client.query('commit');
  return manifest;
}

/**
 * Restores a backup into an empty database and an empty uploads folder or bucket, atomically. A
 * killed restore is resumed if its rows were committed, and leaves nothing otherwise.
 */
export async function restoreBackup(
  env: Env & { DATABASE_URL: string },
  file: string,
  report: (step: string) => void = () => {},
  say: (line: string) => void = () => {},
): Promise<RestoreResult> {
  const about = await readAbout(file);
  refuseForeignSchema(about.schema);
  const uploads = getUploadsFolder(env.DATA_DIR);
  mkdirSync(uploads, { recursive: true });
  const db = createDb({
    url: env.DATABASE_URL,
    kind: 'maintenance',
    maxConnections: 4,
    name: 'forum restore',
  });
  let folder: WorkFolder | undefined;
  try {
    const restored = await withMigrationLock(db, async () => {
      const client = await db.$client.connect();
      try {
        if (await isRestoreUnfinished(db)) {
          await migrateLocked(db, env.DATABASE_URL);
          if ((await finishRestore(db, env, say))?.madeAt === about.madeAt)
            return await countRestored(client, env, about.madeAt);
        } else clearUnfinishedRestores(env.DATA_DIR, say);
        await refuseNonEmpty(client);
        if (!env.STORAGE_URL && readdirSync(uploads).length > 0)
          throw new ConfigError(
            `${uploads} already contains uploads. Restore into an empty folder: set another DATA_DIR.`,
          );
        folder = createWorkFolder(env.DATA_DIR, 'restore');
        const manifest = await restoreRows(client, env, file, about, folder.path, report);
        report('moving pictures');
        await migrateLocked(db, env.DATABASE_URL);
        await finishRestore(db, env);
        return {
          madeAt: about.madeAt,
          rows: Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0),
          uploads: Object.keys(manifest.uploads).length,
        };
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    });
    report('finishing');
    await db.$client.query('analyze');
    return restored;
  } finally {
    await db.$client.end();
    folder?.remove();
  }
}
