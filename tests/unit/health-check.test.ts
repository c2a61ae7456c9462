import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createHealthCheck } from '#api/http/health-check.ts';
import { createDb } from '#db/client.ts';

/* /api/health while the database is unavailable or hangs: fake databases count connections. */

async function fakeDatabase(
  answer: (socket: Socket) => void,
): Promise<{ url: string; server: Server; connections: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.on('error', () => {});
    answer(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
    server,
    connections: () => count,
  };
}

const healthOf = (url: string, replica?: { isUsed: boolean }) =>
  createHealthCheck({ db: createDb({ url, kind: 'requests' }), replica });

test('[ops] a hanging database is down after a moment, and a hundred simultaneous checks use one connection', async () => {
  const hanging = await fakeDatabase(() => {});
  const health = healthOf(hanging.url);
  const answers = await Promise.all(Array.from({ length: 100 }, () => health()));
  for (const answer of answers) expect(answer).toEqual({ ok: false, parts: { database: 'down' } });
  expect(await health(), 'kept for a moment').toBe(answers[0]);
  expect(hanging.connections()).toBe(1);
  hanging.server.close();
});

test('[ops] the answer names each part that is down or unused', async () => {
  const closing = await fakeDatabase((socket) => socket.destroy());
  expect(await healthOf(closing.url, { isUsed: false })()).toEqual({
    ok: false,
    parts: { database: 'down', replica: 'degraded' },
  });
  closing.server.close();
});
