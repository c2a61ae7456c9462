import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrationStatements } from '#db/migration-files.ts';
import { inheritedEnv } from '../support/processes.ts';
import { emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/*
 * The previous commit on this schema. Its build would take a minute, and its SQL statements are
 * what a schema can break; expansions.test.ts runs a built server.
 */

const root = join(import.meta.dirname, '../..');
const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 });

/** The previous commit; the last one in a clone without history. */
const revision = ['HEAD~1', 'HEAD'].find(
  (name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).status === 0,
) as string;

interface Statement {
  id: string;
  text: string;
}

/** The statements that a revision's modules register. */
function collectFrom(sources: string): Statement[] {
  const folder = temporaryFolder('previous');
  execFileSync('sh', [
    '-c',
    `git -C '${root}' archive ${sources} src scripts public package.json | tar -x -C '${folder}'`,
  ]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const program = `
    import { collectStatements } from './scripts/tools/explain/collect-statements.ts';
    const statements = await collectStatements();
    process.stdout.write(JSON.stringify(statements.map(({ id, text }) => ({ id, text }))));
    process.stdout.write('', () => process.exit());`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env: inheritedEnv(),
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return JSON.parse(output) as Statement[];
}

/** Statements that PostgreSQL refuses, with its reason. */
async function findRefused(statements: readonly Statement[]): Promise<string[]> {
  const { db } = await emptyDatabase();
  const client = await db.$client.connect();
  const refused: string[] = [];
  for (const [index, { id, text }] of statements.entries())
    await client.query(`prepare s_${index} as ${text}`).catch((error: Error) => {
      refused.push(`${id}: ${error.message}`);
    });
  client.release(true);
  return refused;
}

test('[ops] the previous commit’s statements work on this schema, unless a contraction excludes it', async () => {
  const journal = git('show', `${revision}:src/db/migrations/meta/_journal.json`).stdout;
  const { entries } = JSON.parse(journal) as { entries: { when: number }[] };
  const newest = Math.max(...entries.map(({ when }) => when));
  const isExcluded = readMigrationStatements().some(({ needs }) => needs > newest);
  const statements = collectFrom(revision);
  expect(statements.length).toBeGreaterThan(400);
  const control = { id: 'control', text: 'select removed from section' };
  const refused = await findRefused([...statements, control]);
  expect(refused).toEqual(
    isExcluded ? expect.any(Array) : ['control: column "removed" does not exist'],
  );
});
