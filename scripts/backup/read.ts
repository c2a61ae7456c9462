import { cpSync, createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { extract } from 'tar-stream';
import type { z } from 'zod';
import { createDb, type Db } from '#db/client.ts';
import { migrationsFolder } from '#db/journal.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { ConfigError, type Env } from '#platform/env.ts';
import { localStorage, openStorage, uploadsFolder } from '#platform/storage.ts';
import { About, Manifest, meter, tableOf, uploadOf } from './archive.ts';
import { columnList, countRows, lastMigration, quoted, readTables, type SchemaVersion } from './catalog.ts';

const damaged = (what: string) => new ConfigError(`The backup is damaged: ${what}. Nothing was restored.`);

async function readJson<T extends z.ZodType>(type: T, stream: Readable, name: string): Promise<z.infer<T>> {
  let content: unknown;
  try {
    content = JSON.parse(await text(stream));
  } catch {
    throw damaged(`${name} can't be read`);
  }
  const parsed = type.safeParse(content);
  if (!parsed.success) throw new ConfigError(`This backup ${parsed.error.issues[0]?.path[0] === 'format' ? parsed.error.issues[0].message : `has a ${name} that can't be understood`}.`);
  return parsed.data;
}

/** Brings an empty database to the schema that the backup was made under: rows of an old one fit an old one. */
async function migrateTo(db: Db, url: string, version: SchemaVersion): Promise<void> {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as { entries: SchemaVersion[] };
  if (!journal.entries.some((entry) => entry.when === version.when)) throw new ConfigError(`The backup was made by another version of the forum (schema ${version.tag}). Restore it with that version or a newer one.`);
  const folder = mkdtempSync(join(tmpdir(), 'forum-migrations-'));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: journal.entries.filter((entry) => entry.when <= version.when) }));
    await migrate(db, { migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (journal.entries.at(-1)?.when === version.when) await migrateDatabase(db, url);
}

/** Throws unless the database is new, or has our schema and no row in it. */
async function refuseFilled(client: pg.PoolClient): Promise<void> {
  const tables = await readTables(client);
  if (tables.length > 0 && (await lastMigration(client)) === undefined) throw new ConfigError('The database holds tables of another program. Restore into an empty database.');
  for (const table of tables) {
    if ((await countRows(client, table)) > 0) throw new ConfigError(`The database is not empty: there are rows in "${table.name}". A backup is restored into an empty database only; choose another DATA_DIR or DATABASE_URL.`);
  }
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Tables refer to each other in circles: their foreign keys are taken off, and checked as a whole when all rows stand. */
async function withoutForeignKeys<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`);
  for (const key of rows) await client.query(`alter table ${key.table} drop constraint ${quoted(key.name)}`);
  const result = await work();
  for (const key of rows) await client.query(`alter table ${key.table} add constraint ${quoted(key.name)} ${key.definition}`);
  return result;
}

interface Found {
  manifest: Manifest | undefined;
  tables: Record<string, { sha256: string }>;
  uploads: Manifest['uploads'];
}

/** Goes through the archive once: rows into the tables, uploads into `folder`. */
async function unpack(file: string, about: About, client: pg.PoolClient, folder: string, report: (step: string) => void): Promise<Found> {
  const found: Found = { manifest: undefined, tables: {}, uploads: {} };
  await eachEntry(file, async (name, stream) => {
    const table = about.tables.find((one) => one.name === tableOf(name));
    const upload = uploadOf(name);
    if (name === 'manifest.json') {
      found.manifest = await readJson(Manifest, stream, name);
    } else if (table) {
      report(table.name);
      const { stream: checksum, sha256 } = meter();
      await pipeline(stream, createGunzip(), checksum, client.query(copyFrom(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`)));
      found.tables[table.name] = { sha256: sha256() };
    } else if (upload) {
      const target = join(folder, upload);
      mkdirSync(dirname(target), { recursive: true });
      const { stream: checksum, sha256, bytes } = meter();
      await pipeline(stream, checksum, createWriteStream(target));
      found.uploads[upload] = { bytes: bytes(), sha256: sha256() };
    } else if (name !== 'about.json') {
      throw damaged(`it holds ${name}`);
    }
    stream.resume();
  });
  return found;
}

/** Throws unless what was found is what the backup's maker put in. */
function compare(found: Found): Manifest {
  if (!found.manifest) throw damaged('its end is missing');
  const { manifest } = found;
  for (const kind of ['tables', 'uploads'] as const) {
    for (const name of new Set([...Object.keys(manifest[kind]), ...Object.keys(found[kind])])) {
      if (manifest[kind][name]?.sha256 !== found[kind][name]?.sha256) throw damaged(`${name} is not what was saved`);
    }
  }
  return manifest;
}

async function eachEntry(file: string, work: (name: string, stream: Readable) => Promise<void>): Promise<void> {
  const source = createReadStream(file);
  const tar = extract();
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      if (entry.header.type === 'file') await work(entry.header.name, Readable.from(entry));
      else entry.resume();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (/^Z_|ERR_STREAM_PREMATURE_CLOSE/.test(code ?? '') || /tar|Unexpected end|premature/i.test(message)) throw damaged(message);
    throw error;
  } finally {
    source.destroy();
  }
}

/** Reads what the backup says of itself, without going further. */
async function readAbout(file: string): Promise<About> {
  let about: About | undefined;
  const enough = new Error('enough');
  await eachEntry(file, async (name, stream) => {
    if (name !== 'about.json') throw damaged('it does not begin with about.json; is it a backup of the forum');
    about = await readJson(About, stream, name);
    throw enough;
  }).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  if (!about) throw damaged('it is empty');
  return about;
}

/** Pages that another forum left would be served as this one's. Only what a publisher makes is removed. */
function clearPages(siteDir: string): void {
  if (!existsSync(siteDir)) return;
  const made = /^(?:zh|en|phone|(?:sitemap(?:-\w+)?\.xml|robots\.txt)(?:\.br|\.gz)?)$/;
  for (const name of readdirSync(siteDir)) if (made.test(name)) rmSync(join(siteDir, name), { recursive: true });
}

/**
 * Puts the pictures where the forum keeps them from now on: as its folder of uploads, or into the bucket. There they may
 * meet others: names say what is in them, so the same name is the same picture.
 */
async function keepUploads(env: Env, arrived: string, report: (step: string) => void): Promise<void> {
  if (!env.STORAGE_URL) {
    const uploads = uploadsFolder(env.DATA_DIR);
    rmSync(uploads, { recursive: true });
    renameSync(arrived, uploads);
    return;
  }
  const bucket = openStorage(env);
  let count = 0;
  for await (const path of localStorage(arrived).list()) {
    await bucket.put(path, readFileSync(join(arrived, path)));
    if (++count % 100 === 0) report(`uploads, ${count}`);
  }
}

/** Restores a backup into an empty database and an empty uploads folder or a bucket; all of it, or nothing. */
export async function readBackup(env: Env & { DATABASE_URL: string }, file: string, report: (step: string) => void = () => {}): Promise<{ about: About; manifest: Manifest }> {
  const about = await readAbout(file);
  const uploads = uploadsFolder(env.DATA_DIR);
  mkdirSync(uploads, { recursive: true });
  if (!env.STORAGE_URL && readdirSync(uploads).length > 0) throw new ConfigError(`There are uploads in ${uploads} already. A backup is restored into an empty place only; choose another DATA_DIR.`);
  const db = createDb({ url: env.DATABASE_URL, kind: 'maintenance', pool: 4, name: 'forum restore' });
  const folder = mkdtempSync(join(env.DATA_DIR, '.restore-'));
  const arrived = join(folder, 'uploads'); // with the rights that new folders have; the temporary one is closed to others
  mkdirSync(arrived);
  const client = await db.$client.connect();
  try {
    await refuseFilled(client);
    await migrateTo(db, env.DATABASE_URL, about.schema);
    await client.query('begin');
    const manifest = await withoutForeignKeys(client, async () => compare(await unpack(file, about, client, arrived, report)));
    for (const table of about.tables) {
      if ((await countRows(client, table)) !== manifest.tables[table.name]?.rows) throw damaged(`${table.name} has not the number of rows that was saved`);
    }
    for (const { name, value, called } of manifest.sequences) await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, called]);
    await client.query('delete from published_page');
    clearPages(env.SITE_DIR);
    await keepUploads(env, arrived, report);
    await client.query('commit');
    await migrateDatabase(db, env.DATABASE_URL);
    await client.query('analyze');
    return { about, manifest };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
    await db.$client.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
