import { Agent, request } from 'node:http';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createToken } from '../../scripts/create-token.ts';
import { MEMBER, OTHER } from '../support/moderation-api.ts';
import { eventually } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startSite } from '../support/test-site.ts';

/* Writes in flight when the server is stopped. */

// writes that wait too long for a connection are refused and logged
const site = await startSite({ mayComplain: true });
const WRITES = 50;
const tokens = await Promise.all(
  [MEMBER, OTHER].map(
    async (userId) =>
      (await createToken(site.db, { userId, name: 'stop', scopes: ['read', 'write'], days: 1 }))
        .token,
  ),
);
const thread = (
  await site.db.execute<{ id: number; forum: number }>(
    sql`
      select t.id, t.forum_id as forum
      from thread t
      join forum f on f.id = t.forum_id and f.access = 'public'
      where t.state = 'normal' and t.checked and not t.closed
      order by t.id
      limit 1`,
  )
).rows[0] as { id: number; forum: number };

interface Reply {
  status: number;
  connection: string | undefined;
  body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: WRITES });

/** Posts a reply as a keep-alive client. Rejects if the connection is cut. */
const post = (mark: string, token: string) =>
  new Promise<Reply>((resolve, reject) => {
    const sent = request(
      `${site.url}/api/v1/post`,
      {
        method: 'POST',
        agent,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => void (body += chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            connection: response.headers.connection,
            body,
          }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(
      JSON.stringify({
        thread_id: thread.id,
        forum_id: thread.forum,
        message: `<p>${mark}</p>`,
        validate: '',
      }),
    );
  });

const refuses = () =>
  rawRequest(`${site.url}/api/health`).then(
    () => false,
    () => true,
  );

test('[ops] fifty writes in flight at SIGTERM are answered, and acknowledged ones are stored once', async () => {
  const marks = Array.from({ length: WRITES }, (_, n) => `stop-${n}-end`);
  // Each takes a moment and locks the thread, so most calls wait for a database connection. All
  // calls with a connection must finish before the stop.
  await site.db.execute(
    sql`
      create function slowly() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.1); return new; end $$`,
  );
  await site.db.execute(
    sql`create trigger slowly before insert on post for each row execute function slowly()`,
  );
  const answers = Promise.allSettled(
    marks.map((mark, n) => post(mark, tokens[n % tokens.length] as string)),
  );
  await eventually(
    async () =>
      (
        await site.db.execute<{ n: number }>(
          sql`
            select count(*)::int as n
            from pg_stat_activity
            where datname = current_database() and wait_event = 'PgSleep'`,
        )
      ).rows[0]?.n,
  );
  expect(
    (await rawRequest(`${site.url}/api/health`)).status,
    'asked after them, so all have arrived',
  ).toBe(200);
  const stopped = site.stop();
  await eventually(refuses);
  const settled = await answers;
  expect(settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual(
    [],
  );
  const replies = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(replies.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(
    replies.filter(({ status, connection }) => status === 200 && connection === 'close').length,
    'done after the signal',
  ).toBeGreaterThan(0);
  const acknowledged = marks.filter((_, n) => replies[n]?.status === 200);
  const { rows } = await site.db.execute<{ mark: string }>(
    sql`
      select substring(html from 'stop-[0-9]+-end') as mark
      from post
      where html like '%stop-%-end%'`,
  );
  expect(rows.map(({ mark }) => mark).sort()).toEqual(acknowledged.sort());
  await stopped;
}, 60_000);
