import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { toVariantPath } from '#platform/stored-path.ts';
import { PEOPLE } from './people.ts';
import { type Caller, testApi } from './test-api.ts';
import { demoDatabase } from './test-database.ts';
import { temporaryFolder } from './test-site.ts';
import { storagePath, uploadFiles as uploadBy } from './upload-call.ts';

/** An upload's row. */
export interface UploadRow extends Record<string, unknown> {
  path: string;
  width: number;
  height: number;
  bytes: number;
  variants: number[];
  user_id: number;
}

/**
 * The API with an empty upload folder, and readers of that folder and of the upload rows. Both must
 * agree before each test. Call it at the top of a test file.
 */
export async function prepareUploadStorage() {
  const { db } = await demoDatabase();
  const dataDir = temporaryFolder('uploads');
  const folder = join(dataDir, 'uploads');
  const api = await testApi(db, { DATA_DIR: dataDir });
  const member = await api.as(PEOPLE.member);
  await db.execute(sql`update upload set used_at = now()`);
  const { rows: seeded } = await db.execute<{ id: number }>(
    sql`select coalesce(max(id), 0) as id from upload`,
  );
  const FIRST = (seeded[0] as { id: number }).id;
  const upload = (files: Buffer | Buffer[], by: Caller = member, headers = {}) =>
    uploadBy(by, files, headers);
  const rows = async (): Promise<UploadRow[]> =>
    (
      await db.execute<UploadRow>(
        sql`
          select
            path,
            width,
            height,
            bytes,
            variants,
            user_id
          from upload
          where id > ${FIRST} and stored_at is not null
          order by id`,
      )
    ).rows;
  const stored = (url: string | undefined): Buffer => readFileSync(join(folder, storagePath(url)));
  const files = (): string[] =>
    existsSync(folder)
      ? (readdirSync(folder, { recursive: true }) as string[])
          .filter((name) => name.includes('.'))
          .sort()
      : [];
  const filesOfRows = async () =>
    (await rows())
      .flatMap((row) => [row.path, ...row.variants.map((width) => toVariantPath(row.path, width))])
      .sort();

  beforeEach(async () => {
    // Rows and files must agree before the next test.
    expect(files()).toEqual(await filesOfRows());
  });

  return { db, dataDir, folder, api, member, upload, rows, stored, files, filesOfRows };
}
