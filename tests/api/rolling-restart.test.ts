import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createToken } from '../../scripts/create-token.ts';
import { member, thread } from '../support/factories.ts';
import { isHaproxyMissing, startHaproxy } from '../support/haproxy.ts';
import { isNginxMissing, startNginx } from '../support/nginx.ts';
import { reservePort } from '../support/ports.ts';
import { eventually } from '../support/processes.ts';
import { type OwnSite, startSite, temporaryFolder } from '../support/test-site.ts';

/* Two servers of one forum behind nginx and haproxy, restarted in turn: decisions/faults.md. */

const READER_COUNT = 4;
const WRITER_COUNT = 3;

const ports = [await reservePort(), await reservePort()] as const;
const settings = { TRUST_PROXY: '1', DRAIN_SECONDS: '2' };
const first = await startSite({ env: { ...settings, PORT: String(ports[0]) } });
const { db } = first;
const startNode = (port: number): Promise<OwnSite> =>
  startSite({
    databaseUrl: first.databaseUrl,
    env: {
      ...settings,
      PORT: String(port),
      SITE_URL: first.url,
      CAPTCHA_WORK: 'light',
      DATA_DIR: first.dataDir,
      SITE_DIR: first.siteDir,
    },
  });

test.skipIf(isNginxMissing() || isHaproxyMissing())(
  '[R22, R40] two servers behind haproxy are restarted one after the other while people read and write: no request fails, and each reply that was acknowledged is there, once',
  async () => {
    const nodes: OwnSite[] = [first, await startNode(ports[1])];
    const haproxy = await startHaproxy(temporaryFolder('rolling-haproxy'), ports);
    const nginx = await startNginx(temporaryFolder('rolling-nginx'), {
      app: haproxy.host,
      siteDir: join(first.dataDir, 'nothing-stands-here'),
      uploadsDir: join(first.dataDir, 'uploads'),
    });
    const made = await thread(db, { replies: 3 });
    const tokens = await Promise.all(
      Array.from({ length: WRITER_COUNT }, async () => {
        const userId = await member(db);
        const scopes = ['read', 'write'] as const;
        return (await createToken(db, { userId, name: 'rolling', scopes: [...scopes], days: 1 }))
          .token;
      }),
    );
    const failures: string[] = [];
    const acknowledged: string[] = [];
    let reads = 0;
    let isOver = false;
    const request = async (path: string, init?: RequestInit): Promise<boolean> => {
      try {
        const reply = await fetch(nginx.url + path, init);
        const text = await reply.text();
        if (reply.status !== 200) failures.push(`${path}: ${reply.status} ${text.slice(0, 200)}`);
        return reply.status === 200;
      } catch (error) {
        failures.push(`${path}: ${(error as Error).cause ?? error}`);
        return false;
      }
    };
    const reader = async () => {
      while (!isOver) {
        await request(`/api/v1/thread/info?id=${made.id}`);
        await request(`/zh/post/${made.id}`);
        reads += 2;
      }
    };
    const writer = async (token: string, index: number) => {
      for (let count = 0; !isOver; count++) {
        const mark = `rolling-${index}-${count}-end`;
        const isSaved = await request('/api/v1/post', {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ thread_id: made.id, message: `<p>${mark}</p>`, validate: '' }),
        });
        if (isSaved) acknowledged.push(mark);
      }
    };
    const traffic = Promise.all([
      ...Array.from({ length: READER_COUNT }, reader),
      ...tokens.map(writer),
    ]);
    for (const [index, port] of ports.entries()) {
      expect(await (nodes[index] as OwnSite).stop()).toBe(0);
      nodes[index] = await startNode(port);
      await haproxy.waitUntilUp(port);
      const [before, readBefore] = [acknowledged.length, reads];
      await eventually(async () => acknowledged.length > before + 5 && reads > readBefore + 20);
    }
    isOver = true;
    await traffic;
    expect(failures).toEqual([]);
    const { rows } = await db.execute<{ mark: string }>(sql`
      select substring(html from 'rolling-[0-9]+-[0-9]+-end') as mark
      from post
      where thread_id = ${made.id} and html like '%rolling-%-end%'`);
    expect(rows.map(({ mark }) => mark).sort()).toEqual(acknowledged.sort());
  },
  300_000,
);
