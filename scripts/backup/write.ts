import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { migrationsFolder } from '#db/journal.ts';
import { ConfigError, type Env } from '#platform/env.ts';
import { openStorage, type Storage } from '#platform/storage.ts';
import { type About, FORMAT, type Manifest, meter, tableEntry } from './archive.ts';
import { columnList, countRows, lastMigration, quoted, readSequences, readTables, type SchemaVersion, type Table } from './catalog.ts';

export interface Written extends Manifest {
  /** Pictures that the database names and the storage doesn't have. */
  missing: string[];
}

/** The migration of a number, by the journal of this version. */
function schemaVersion(when: number | undefined): SchemaVersion {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as { entries: SchemaVersion[] };
  const found = entries.find((entry) => entry.when === when);
  if (!found) throw new ConfigError(when === undefined ? 'There is no forum in this database.' : 'The database was made by a newer version of the forum: back it up with that version.');
  return { tag: found.tag, when: found.when };
}

const addBytes = (tar: Pack, name: string, content: string | Buffer) =>
  new Promise<void>((resolve, reject) => {
    tar.entry({ name }, content, (error) => (error ? reject(error) : resolve()));
  });

const addText = (tar: Pack, name: string, content: unknown) => addBytes(tar, name, `${JSON.stringify(content, null, 1)}\n`);

const addFile = async (tar: Pack, name: string, file: string) => {
  const { size, mtime } = statSync(file);
  await pipeline(createReadStream(file), tar.entry({ name, size, mtime }));
};

/** A tar entry says its size first, so a table is compressed into a file of its own before it goes in. */
async function addTable(tar: Pack, client: pg.Client, table: Table, folder: string): Promise<Manifest['tables'][string]> {
  const file = join(folder, 'table.gz');
  const { stream, sha256 } = meter();
  await pipeline(client.query(copyTo(`copy ${quoted(table.name)} (${columnList(table)}) to stdout`)), stream, createGzip({ level: 6 }), createWriteStream(file));
  await addFile(tar, tableEntry(table.name), file);
  // COPY's own count can come after the end of its stream.
  return { rows: await countRows(client, table), sha256: sha256() };
}

/** All pictures, wherever they are kept. What goes while they are listed was swept: no row of the backup needs it. */
async function addUploads(tar: Pack, storage: Storage): Promise<Manifest['uploads']> {
  const uploads: Manifest['uploads'] = {};
  for await (const path of storage.list()) {
    const stream = await storage.read(path);
    if (!stream) continue;
    const bytes = Buffer.from(await new Response(stream).arrayBuffer());
    await addBytes(tar, `uploads/${path}`, bytes);
    uploads[path] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
  return uploads;
}

async function fill(tar: Pack, client: pg.Client, env: Env, folder: string, report: (step: string) => void): Promise<Written> {
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
  const { rows: named } = await client.query<{ path: string }>('select path from upload');
  await client.query('commit');
  report('uploads');
  // After the database: whatever a row names was stored before the row.
  manifest.uploads = await addUploads(tar, openStorage(env));
  await addText(tar, 'manifest.json', manifest);
  return { ...manifest, missing: named.map(({ path }) => path).filter((path) => !manifest.uploads[path]) };
}

/** Writes database and uploads, from the folder or the bucket, into `file`, which appears when it is complete. */
export async function writeBackup(env: Env & { DATABASE_URL: string }, file: string, report: (step: string) => void = () => {}): Promise<Written> {
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
