import { createReadStream, createWriteStream, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { migrationsFolder } from '#db/journal.ts';
import { ConfigError, type Env } from '#platform/env.ts';
import { uploadsFolder } from '#platform/storage.ts';
import { type About, FORMAT, type Manifest, meter, tableEntry } from './archive.ts';
import { columnList, lastMigration, quoted, readSequences, readTables, type SchemaVersion, type Table } from './catalog.ts';

/** The migration of a number, by the journal of this version. */
function schemaVersion(when: number | undefined): SchemaVersion {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as { entries: SchemaVersion[] };
  const found = entries.find((entry) => entry.when === when);
  if (!found) throw new ConfigError(when === undefined ? 'There is no forum in this database.' : 'The database was made by a newer version of the forum: back it up with that version.');
  return { tag: found.tag, when: found.when };
}

const addText = (tar: Pack, name: string, content: unknown) =>
  new Promise<void>((resolve, reject) => {
    tar.entry({ name }, `${JSON.stringify(content, null, 1)}\n`, (error) => (error ? reject(error) : resolve()));
  });

const addFile = async (tar: Pack, name: string, file: string, checksum?: Transform) => {
  const { size, mtime } = statSync(file);
  await pipeline([createReadStream(file), ...(checksum ? [checksum] : []), tar.entry({ name, size, mtime })]);
};

/** A tar entry says its size first, so a table is compressed into a file of its own before it goes in. */
async function addTable(tar: Pack, client: pg.Client, table: Table, folder: string): Promise<Manifest['tables'][string]> {
  const file = join(folder, 'table.gz');
  const { stream, sha256 } = meter();
  const source = client.query(copyTo(`copy ${quoted(table.name)} (${columnList(table)}) to stdout`));
  await pipeline(source, stream, createGzip({ level: 6 }), createWriteStream(file));
  await addFile(tar, tableEntry(table.name), file);
  return { rows: source.rowCount, sha256: sha256() };
}

async function addUploads(tar: Pack, folder: string): Promise<Manifest['uploads']> {
  const uploads: Manifest['uploads'] = {};
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries.filter((one) => one.isFile() && !one.name.endsWith('.part'))) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll('\\', '/');
    const { stream, sha256 } = meter();
    await addFile(tar, `uploads/${path}`, file, stream);
    uploads[path] = { bytes: statSync(file).size, sha256: sha256() };
  }
  return uploads;
}

async function fill(tar: Pack, client: pg.Client, env: Env, folder: string, report: (step: string) => void): Promise<Manifest> {
  // One moment of the database, however long it takes; who writes meanwhile isn't held up.
  await client.query('begin isolation level repeatable read read only');
  const tables = await readTables(client);
  const about: About = { format: FORMAT, madeAt: new Date().toISOString(), site: env.SITE_URL, schema: schemaVersion(await lastMigration(client)), tables };
  await addText(tar, 'about.json', about);
  const manifest: Manifest = { tables: {}, sequences: await readSequences(client), uploads: {} };
  for (const table of tables) {
    report(table.name);
    manifest.tables[table.name] = await addTable(tar, client, table, folder);
  }
  await client.query('commit');
  report('uploads');
  // After the database: whatever a row names was stored before the row.
  manifest.uploads = await addUploads(tar, uploadsFolder(env.DATA_DIR));
  await addText(tar, 'manifest.json', manifest);
  return manifest;
}

/** Writes database and uploads into `file`, which appears when it is complete. */
export async function writeBackup(env: Env & { DATABASE_URL: string }, file: string, report: (step: string) => void = () => {}): Promise<Manifest> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL, application_name: 'forum backup' });
  const folder = mkdtempSync(join(dirname(file), '.backup-'));
  const partial = join(folder, 'partial.tar');
  try {
    await client.connect();
    const tar = pack();
    const written = pipeline(tar, createWriteStream(partial, { mode: 0o600 }));
    const [manifest] = await Promise.all([
      fill(tar, client, env, folder, report).then(
        (made) => {
          tar.finalize();
          return made;
        },
        (error: Error) => {
          tar.destroy(error);
          throw error;
        },
      ),
      written,
    ]);
    renameSync(partial, file);
    return manifest;
  } finally {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
