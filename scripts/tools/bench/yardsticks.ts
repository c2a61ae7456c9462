import { spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import type { RenderYardstickData } from '#server/render-yardstick.ts';
import { SERVER_ENV, SERVER_FLAGS } from '../../start/server-flags.ts';
import { chooseFullPages } from './choose-threads.ts';
import { type BenchEnvironment, rootFolder } from './environment.ts';
import { median } from './figures.ts';
import { memoryOf } from './server-under-test.ts';
import { stopProcess } from './stop-process.ts';

/*
 * Capacity of this machine, measured in turns with the figures that it judges: machines differ and
 * are shared, so that a rate alone says little.
 */

export interface YardstickSamples {
  /** Rows per second of 16 connections, each committed to disk. */
  commitsPerSecond: number[];
  /** Milliseconds of a commit of one connection, p50. */
  commitMs: number[];
  /** Milliseconds of a select by primary key, one connection, p50. */
  selectMs: number[];
  /** Milliseconds to replace a file, p50. */
  fileMs: number[];
  /** Thread pages of 20 replies per second, rendered from memory by one thread. */
  rendersPerSecond: number[];
  /** Pages per second from nginx: uncompressed, and .gz. */
  nginxPlainPerSecond: number[];
  nginxGzipPerSecond: number[];
  /** Megabytes of Node with an empty HTTP server and a connection pool. */
  idleMb: number[];
}
export type YardstickName = keyof YardstickSamples;

const WRITER_COUNT = 16;
const COMMIT_MS = 2_000;
const SINGLE_COMMITS = 400;
const SELECTS = 2_000;
const FILES = 400;
/** A page of 20 replies. */
const FILE_BYTES = 44_000;
const RENDER_MS = 2_000;
const RENDER_WARM_UP_MS = 5_000;
const RENDER_PATHS = 64;
const TABLE = 'bench_yardstick';
/** A row's text. */
const ROW_BYTES = 1_000;

/** Commit time (ms, p50) that time limits assume; elsewhere they are scaled. */
const GOAL_COMMIT_MS = 0.5;

async function timeEach(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const startedMs = performance.now();
    await work(index);
    times.push(performance.now() - startedMs);
  }
  return median(times);
}

/** An empty HTTP server and a pool whose connections have answered once. */
const IDLE_PROGRAM = `
  import { createServer } from 'node:http';
  import pg from 'pg';
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
  await Promise.all(Array.from({ length: 16 }, () => pool.query('select pg_sleep(0.05)')));
  createServer((_, response) => response.end()).listen(0, '127.0.0.1', () => process.send('ready'));
`;
/** Until an idle process's memory is stable. */
const SETTLE_MS = 1_000;

export const createEmptySamples = (): YardstickSamples => ({
  commitsPerSecond: [],
  commitMs: [],
  selectMs: [],
  fileMs: [],
  rendersPerSecond: [],
  nginxPlainPerSecond: [],
  nginxGzipPerSecond: [],
  idleMb: [],
});

export class Yardsticks {
  readonly samples = createEmptySamples();
  readonly #environment: BenchEnvironment;
  readonly #pool: pg.Pool;
  #renderer: Worker | undefined;

  private constructor(environment: BenchEnvironment, pool: pg.Pool) {
    this.#environment = environment;
    this.#pool = pool;
  }

  static async open(environment: BenchEnvironment): Promise<Yardsticks> {
    const pool = new pg.Pool({
      connectionString: environment.env.DATABASE_URL,
      max: WRITER_COUNT,
      application_name: 'forum yardstick',
    });
    await pool.query(`
      drop table if exists ${TABLE};
      create table ${TABLE} (id bigint generated always as identity primary key, key int, body text);
      create index on ${TABLE} (key)`);
    return new Yardsticks(environment, pool);
  }

  /** The median so far; undefined before the first sample. */
  median(name: YardstickName): number | undefined {
    return this.samples[name].length > 0 ? median(this.samples[name]) : undefined;
  }

  /** Factor of time limits on this machine. Measures a commit if there is no sample. */
  async timeScale(): Promise<number> {
    if (this.samples.commitMs.length === 0) await this.measureCommit();
    return (this.median('commitMs') as number) / GOAL_COMMIT_MS;
  }

  async #insertRow(client: pg.Pool | pg.PoolClient): Promise<void> {
    await client.query({
      name: 'yardstick-insert',
      text: `insert into ${TABLE} (key, body) values ($1, $2)`,
      values: [Math.floor(Math.random() * 1e9), 'x'.repeat(ROW_BYTES)],
    });
  }

  /** One connection alone, then all at once. */
  async measureCommit(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      this.samples.commitMs.push(await timeEach(SINGLE_COMMITS, () => this.#insertRow(client)));
    } finally {
      client.release();
    }
    let count = 0;
    const startedMs = performance.now();
    await Promise.all(
      Array.from({ length: WRITER_COUNT }, async () => {
        const own = await this.#pool.connect();
        try {
          for (; performance.now() - startedMs < COMMIT_MS; count++) await this.#insertRow(own);
        } finally {
          own.release();
        }
      }),
    );
    this.samples.commitsPerSecond.push((count * 1_000) / (performance.now() - startedMs));
  }

  async measureSelect(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<{ id: string }>(
        `select id from ${TABLE} order by key limit ${SELECTS}`,
      );
      this.samples.selectMs.push(
        await timeEach(SELECTS, (index) =>
          client.query({
            name: 'yardstick-select',
            text: `select body from ${TABLE} where id = $1`,
            values: [rows[index % rows.length]?.id],
          }),
        ),
      );
    } finally {
      client.release();
    }
  }

  /** In the site's folder, where publishing replaces pages. */
  async measureFile(): Promise<void> {
    const folder = mkdtempSync(join(this.#environment.env.SITE_DIR, 'yardstick-'));
    const bytes = Buffer.alloc(FILE_BYTES, 'x');
    try {
      this.samples.fileMs.push(
        await timeEach(FILES, async (index) => {
          const file = join(folder, String(index % 2));
          writeFileSync(`${file}.part`, bytes);
          renameSync(`${file}.part`, file);
        }),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  async #render(durationMs: number): Promise<number> {
    const renderer = this.#renderer as Worker;
    renderer.postMessage(durationMs);
    return new Promise<number>((resolve, reject) => {
      const onError = (error: unknown) => reject(error);
      renderer.once('error', onError);
      renderer.once('message', (perSecond: number | Error) => {
        renderer.off('error', onError);
        if (perSecond instanceof Error) reject(perSecond);
        else resolve(perSecond);
      });
    });
  }

  async measureRender(): Promise<void> {
    if (!this.#renderer) {
      const paths = await chooseFullPages(this.#environment.db, RENDER_PATHS);
      this.#renderer = new Worker(pathToFileURL(join(rootFolder, 'dist/server/entry.mjs')), {
        workerData: {
          role: 'render-yardstick',
          databaseUrl: this.#environment.env.DATABASE_URL as string,
          paths,
        } satisfies RenderYardstickData,
      });
      await this.#render(RENDER_WARM_UP_MS);
    }
    this.samples.rendersPerSecond.push(await this.#render(RENDER_MS));
  }

  async measureIdle(): Promise<void> {
    const child = spawn(
      process.execPath,
      [...SERVER_FLAGS, '--input-type=module', '--eval', IDLE_PROGRAM],
      {
        cwd: rootFolder,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...SERVER_ENV, ...process.env },
      },
    );
    try {
      await new Promise<void>((resolve, reject) => {
        child.once('message', () => resolve());
        child.once('exit', (code) => reject(new Error(`The idle server ended with code ${code}.`)));
      });
      await delay(SETTLE_MS);
      this.samples.idleMb.push(memoryOf(child.pid as number) / 1_000_000);
    } finally {
      await stopProcess(child);
    }
  }

  /** One sample of each except nginx's, which its measurement takes. */
  async measureAll(): Promise<void> {
    await this.measureCommit();
    await this.measureSelect();
    await this.measureFile();
    await this.measureRender();
    await this.measureIdle();
  }

  async close(): Promise<void> {
    await this.#renderer?.terminate();
    await this.#pool.query(`drop table if exists ${TABLE}`);
    await this.#pool.end();
  }
}
