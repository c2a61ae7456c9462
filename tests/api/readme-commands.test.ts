import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { API_REFERENCE_PATH } from '#contracts/paths.ts';
import { readEnv, VARIABLE_NAMES } from '#platform/env.ts';
import { askAll } from '../support/ask-all.ts';
import { findLinks, MANUALS, OPERATING, readAnchors, textOfManuals } from '../support/manuals.ts';
import { runScript } from '../support/run-script.ts';
import { fetchShared } from '../support/shared-service.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Compares commands, settings and files in README.md and the manuals with the code. */

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The manuals' commands, by npm or by the operator's function `forum`, with their options. */
const commands = Array.from(
  textOfManuals.matchAll(
    /(?<=npm (?:run )?|`forum )\b(start|test|(?<=run |forum )[\w-]+)\b([^\n`]*)/g,
  ),
  ([, name = '', rest = '']) => ({
    name,
    options: Array.from(
      rest.split(/ {3,}/)[0]?.matchAll(/--\w[\w-]*/g) ?? [],
      ([option]) => option,
    ),
  }),
);
const names = [...new Set(commands.map(({ name }) => name))].sort();

describe('[ops] the manuals’ commands', { timeout: 60_000 }, () => {
  test('are all there are: each exists, and each that a person would run is named', () => {
    expect(names).toEqual([
      'backup',
      'bench',
      'build',
      'check',
      'dev',
      'doctor',
      'explain',
      'faults',
      'fuzz',
      'migrate',
      'mutants',
      'overload',
      'publish',
      'reliability',
      'restore',
      'sbom',
      'screens',
      'seed',
      'start',
      'test',
      'token',
      'upgrade-database',
    ]);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    expect(Object.keys(scripts).filter((name) => !names.includes(name))).toEqual(['postinstall']);
  });

  test('each prints its purpose and options on request', async () => {
    const asked = Object.entries(scripts).flatMap(([name, line]) => {
      const [, script] = /scripts\/([\w/-]+)\.ts/.exec(line) ?? [];
      return script ? [{ name, script }] : [];
    });
    expect(asked.length).toBeGreaterThan(12);
    const found = await askAll(asked, async ({ name, script }) => {
      const { code, stdout, stderr } = await runScript(script, ['--help']);
      const options = commands
        .filter((command) => command.name === name)
        .flatMap((command) => command.options);
      return {
        name,
        code,
        stderr,
        saysItsName: new RegExp(`npm (?:run )?${name}\\b`).test(stdout),
        missing: options.filter((option) => !stdout.includes(option)),
      };
    });
    expect(found).toEqual(
      asked.map(({ name }) => ({ name, code: 0, stderr: '', saysItsName: true, missing: [] })),
    );
  });
});

/** Other commands are tested in their own files: backup, restore, explain, faults, start. */
describe('[ops] the manuals’ commands work as described', { timeout: 120_000 }, async () => {
  await fetchShared('build');
  const folder = temporaryFolder('readme');
  const forum = await demoDatabase();
  const env = { DATABASE_URL: forum.url, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
  const countOf = async (db: typeof forum.db, table: string) =>
    (await db.execute<{ n: number }>(sql.raw(`select count(*)::int as n from "${table}"`))).rows[0]
      ?.n;

  test('token prints a token that the API knows', async () => {
    const { code, stdout } = await runScript(
      'token',
      ['--user', '10000', '--scopes', 'read,write,moderate'],
      env,
    );
    expect(code).toBe(0);
    const token = stdout.trim().split(/\s+/).at(-1) as string;
    const api = await testApi(forum.db);
    const { body } = await api.call<{ id: number }>('GET', '/api/v1/user/info', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(body.id).toBe(10000);
  });

  test('seed adds threads and posts', async () => {
    const before = [await countOf(forum.db, 'thread'), await countOf(forum.db, 'post')] as number[];
    expect(await runScript('seed', ['--threads', '5', '--posts', '12'], env)).toMatchObject({
      code: 0,
    });
    expect([await countOf(forum.db, 'thread'), await countOf(forum.db, 'post')]).toEqual([
      (before[0] as number) + 5,
      (before[1] as number) + 12,
    ]);
  });

  test('publish writes a page’s file, and finds it equal to the database', async () => {
    const published = await runScript('publish', ['--path', '/zh/post/42'], env);
    expect(published).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^200 +replaced +\/zh\/post\/42$/m),
    });
    expect(existsSync(join(folder, 'data/site/zh/post/42/index.html'))).toBe(true);
    // It checks a sample, which may miss that one page.
    expect(await runScript('publish', ['--check'], env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^[01] pages checked, 0 differ/m),
    });
  });
});

describe('[ops] the manuals’ variables', () => {
  /** Rows of the settings' tables; names in one row share the default. */
  const rows = Array.from(
    OPERATING.text.matchAll(/^\| (`[A-Z][^|]*) \| ([^|]*) \| (.*) \|$/gm),
    ([, left = '', right = '']) => {
      const defaults = right.split(', ');
      return Array.from(left.matchAll(/`(\w+)`/g), ([, name = ''], index) => ({
        name,
        value: (defaults[index] ?? defaults[0] ?? '').trim(),
      }));
    },
  ).flat();

  test('are those that are read', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(
      VARIABLE_NAMES.filter((name) => name !== 'NODE_ENV').sort(),
    );
  });

  test('have the defaults that it says', () => {
    const env = readEnv({}) as unknown as Record<string, unknown>;
    /** Defaults in words: the behaviour without the setting. */
    const inWords = [
      '–',
      'embedded PostgreSQL',
      'a folder in `DATA_DIR`',
      'NetEase’s',
      "NetEase's",
    ];
    for (const { name, value } of rows) {
      if (inWords.includes(value)) expect([name, env[name] ?? '']).toEqual([name, '']);
      else if (name === 'CDN_URL' || name === 'CDN_TOKEN')
        expect([name, env[name]]).toEqual([name, undefined]);
      else {
        const literal = /^`(.*)`$/
          .exec(value)?.[1]
          ?.replace('$DATA_DIR', '.data')
          .replace('$PORT', '4321');
        expect([name, String(env[name])]).toEqual([
          name,
          name.endsWith('_DIR') ? resolve(literal as string) : literal,
        ]);
      }
    }
  });

  test('are read in one place', () => {
    const named = [...textOfManuals.matchAll(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g)].map(
      ([, name = '']) => name,
    );
    // Node reads its own
    const ours = named.filter((name) => !name.startsWith('NODE_'));
    expect(ours.filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
  });
});

test('[ops] files that the manuals name exist', () => {
  for (const manual of MANUALS) {
    const named = [
      ...Array.from(
        manual.text.matchAll(/`((?:src|scripts|tests|\.github|\.ci|LICENSE)[\w./-]*)(?=[`/])/g),
        ([, path = '']) => path,
      ),
      ...findLinks(manual).map(({ path }) => path),
    ];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  }
});

test('[ops] headings that the manuals link to exist', () => {
  const links = MANUALS.flatMap(findLinks).filter(({ anchor }) => anchor);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ path, anchor }) => !readAnchors(path).includes(anchor))).toEqual([]);
});

test('[R43] the API page in the manuals has a policy that allows nothing from other hosts', async () => {
  const api = await testApi((await demoDatabase()).db);
  const page = await api.send('GET', '/api/docs');
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; script-src 'self' 'sha256-[\w+/=]{44}';/,
  );
  expect(await page.text()).toContain(`<script defer src="${API_REFERENCE_PATH}">`);
});
