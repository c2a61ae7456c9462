import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { listenOn } from '#server/listen-on.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { reservePort } from '../support/ports.ts';
import { waitPatiently } from '../support/publishing-site.ts';
import { startSite } from '../support/test-site.ts';

/* The port of a server with ROLE=worker, which has no readers. */

const TOKEN = 'secret-of-prometheus';
const port = await reservePort();
await startSite({ env: { ROLE: 'worker', WORKER_PORT: String(port), METRICS_TOKEN: TOKEN } });
const request = (path: string, headers = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers });

describe('[ops] a worker', () => {
  test.for(['/api/live', '/api/ready', '/api/health'])('answers %s', async (path) => {
    // a server that has just started waits for pending pages before it is ready
    await waitPatiently(async () => expect((await request(path)).status).toBe(200));
  });

  test('shows its metrics to Prometheus', async () => {
    const reply = await request('/metrics', { authorization: `Bearer ${TOKEN}` });
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('forum_publish_oldest_seconds');
  });

  test('shows its metrics to nobody else', async () => {
    expect((await request('/metrics')).status).toBe(401);
  });

  test.for(['/zh', '/api/v1/forum', '/uploads/1.png'])('has no %s', async (path) => {
    expect((await request(path)).status).toBe(404);
  });
});

test('[ops] a worker whose port is taken names its own variable', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  atEndOfFile(() => void other.close());
  const taken = (other.address() as AddressInfo).port;
  await expect(
    listenOn(createServer(), { ROLE: 'worker', HOST: '127.0.0.1', PORT: 1, WORKER_PORT: taken }),
  ).rejects.toThrow(
    `Port ${taken} is taken by another program. Stop it, or choose another port: WORKER_PORT=`,
  );
});
