import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { reservePort } from '../support/ports.ts';
import { ensurePrometheus } from '../support/prometheus.ts';
import { startPublishingSite } from '../support/publishing-site.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Real faults of a running forum, as a real Prometheus sees them with our rules. */

vi.setConfig({ testTimeout: 120_000 });

const DEPLOY = join(import.meta.dirname, '../../scripts/deploy/prometheus');
const program = ensurePrometheus('prometheus');

const TOKEN = 'figures-for-tests-only';
const site = await startPublishingSite({ METRICS_TOKEN: TOKEN });

/** Our configuration and rules with shorter intervals, for this forum. */
function writeConfig(folder: string): string {
  const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
  const rules = read('alerts.yml')
    .replaceAll(/for: \d+m/g, 'for: 0s')
    .replaceAll('[5m]', '[6s]');
  const config = read('prometheus.yml')
    .replaceAll('15s', '500ms')
    .replace('localhost:4321', `127.0.0.1:${site.port}`);
  writeFileSync(join(folder, 'alerts.yml'), rules);
  writeFileSync(join(folder, 'metrics-token'), TOKEN);
  writeFileSync(join(folder, 'prometheus.yml'), config);
  return join(folder, 'prometheus.yml');
}

/** Starts Prometheus; resolves with the address of its API. */
async function startPrometheus(path: string): Promise<string> {
  const folder = temporaryFolder('prometheus');
  const port = await reservePort();
  const child = spawn(
    path,
    [
      `--config.file=${writeConfig(folder)}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  atEndOfFile(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  });
  return `http://127.0.0.1:${port}/api/v1`;
}
const prometheus = program ? await startPrometheus(program) : undefined;

async function readAlerts(): Promise<string[]> {
  const answer = await fetch(`${prometheus}/alerts`);
  const { data } = (await answer.json()) as {
    data: { alerts: { state: string; labels: { alertname: string } }[] };
  };
  return data.alerts.flatMap(({ state, labels }) => (state === 'firing' ? [labels.alertname] : []));
}
const expectFiring = (name: string) => expect.poll(readAlerts, { timeout: 60_000 }).toContain(name);
const expectQuiet = (name: string) =>
  expect.poll(readAlerts, { timeout: 60_000 }).not.toContain(name);
const fsize = (bytes: string) =>
  expect(spawnSync('prlimit', ['--pid', String(site.pid), `--fsize=${bytes}`]).status).toBe(0);

/** Runs statements on the server's own database: nobody can connect to an unavailable one. */
async function runBeside(...statements: string[]): Promise<void> {
  const url = new URL(site.databaseUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test.skipIf(!prometheus)('[ops] a healthy forum fires no alert', async () => {
  const readTargets = async () =>
    (
      (await (await fetch(`${prometheus}/targets`)).json()) as {
        data: { activeTargets: { health: string; lastError: string }[] };
      }
    ).data.activeTargets.map(({ health, lastError }) => [health, lastError]);
  await expect.poll(() => readTargets().catch(() => []), { timeout: 60_000 }).toEqual([['up', '']]);
  expect(await readAlerts()).toEqual([]);
});

test.skipIf(!prometheus)('[ops] an alert fires while pages can’t be written', async () => {
  const thread = await site.thread('写不下的主题');
  fsize('0:unlimited');
  await site.reply(thread, '写不下');
  await expectFiring('ForumPagesUnwritable');
  fsize('unlimited:unlimited');
  await expectQuiet('ForumPagesUnwritable');
});

test.skipIf(!prometheus)('[ops] an alert fires while a page can’t be rendered', async () => {
  const thread = await site.thread('坏掉的主题');
  await site.db.execute(sql`update thread set created_at = 'infinity' where id = ${thread}`);
  await site.order(`t:${thread}`);
  await expectFiring('ForumPagesFail');
  await site.db.execute(sql`update thread set created_at = now() where id = ${thread}`);
  await site.db.execute(sql`update publish_failure set next_at = now()`);
  await expectQuiet('ForumPagesFail');
});

test.skipIf(!prometheus)(
  '[ops] a locked table fires alerts: calls fail, and connections are refused',
  async () => {
    const lock = await site.db.$client.connect();
    try {
      await lock.query('begin');
      await lock.query('lock table thread');
      const ask = () =>
        fetch(`${site.url}/api/v1/thread/info?id=1`).then((answer) => answer.text());
      const until = performance.now() + 8_000;
      const press = async () => {
        while (performance.now() < until) await ask().catch(() => {});
      };
      const pressing = Array.from({ length: 300 }, press);
      await Promise.all([expectFiring('ForumPoolExhausted'), expectFiring('ForumErrors')]);
      await Promise.all(pressing);
    } finally {
      lock.release(true);
    }
    await Promise.all([expectQuiet('ForumPoolExhausted'), expectQuiet('ForumErrors')]);
  },
);

test.skipIf(!prometheus)(
  '[ops] an alert fires when the database is unavailable, and another one when the server is',
  async () => {
    const name = new URL(site.databaseUrl).pathname.slice(1);
    await runBeside(
      `alter database "${name}" allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await expectFiring('ForumDatabaseDown');
    await runBeside(`alter database "${name}" allow_connections true`);
    await expectQuiet('ForumDatabaseDown');
    await site.stop();
    await expectFiring('ForumDown');
  },
);
