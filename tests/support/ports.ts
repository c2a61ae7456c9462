import { createServer } from 'node:net';

/*
 * Ports for servers that must know theirs before they start: SITE_URL contains it, and nginx can't
 * report one. All are below the ephemeral ports (Linux from 32768, others from 49152). Each worker
 * has its own range, so nothing takes a port between its reservation and its server's start.
 */

const FIRST_PORT = 12_000;
const PORTS_PER_WORKER = 1_000;
/** 1 to the number of workers; 0 for scripts. */
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 20;
/** Random, so that parallel runs start at different ports. */
let next = Math.floor(Math.random() * PORTS_PER_WORKER);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A free port of this worker. */
export async function reservePort(): Promise<number> {
  for (let tried = 0; tried < PORTS_PER_WORKER; tried++) {
    const port = FIRST_PORT + worker * PORTS_PER_WORKER + (next++ % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}
