import { createServer } from 'node:net';

/*
 * Ports for servers that must know theirs before they start: SITE_URL contains it, and nginx cannot
 * report one. All are below the ports that systems give to outgoing connections (Linux from 32768,
 * others from 49152), and each worker of a run has ports of its own: nothing takes one between its
 * reservation and the start of its server.
 */

const FIRST_PORT = 12_000;
const PORTS_PER_WORKER = 1_000;
/** 1 to the number of workers; 0 for scripts. */
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 20;
/** Runs at the same time begin at different ports. */
let next = Math.floor(Math.random() * PORTS_PER_WORKER);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port of this worker on which nothing listens. */
export async function reservePort(): Promise<number> {
  for (let tried = 0; tried < PORTS_PER_WORKER; tried++) {
    const port = FIRST_PORT + worker * PORTS_PER_WORKER + (next++ % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}
