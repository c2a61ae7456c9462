import pg from 'pg';
import { expect, test } from 'vitest';
import { readEnv } from '#platform/env.ts';
import { openForum } from '../../scripts/doctor/forum.ts';
import { createPatroniCheck } from '../../scripts/doctor/patroni.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { emptyDatabase } from '../support/test-database.ts';
import { listen } from '../support/upload-call.ts';

/* The doctor and the Patroni that runs the database. Patroni is a stand-in here. */

const { url } = await emptyDatabase();

let state: unknown;
let config: unknown;
const port = await listen((request, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(request.url === '/config' ? config : state)),
);

const runCheck = () => createPatroniCheck(port).run(openForum(readEnv({ DATABASE_URL: url })));

/** Patroni's own connection, by which the doctor finds it. */
async function connectAsPatroni(): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'Patroni' });
  await client.connect();
  atEndOfFile(() => client.end());
}

test('[ops] without Patroni the doctor asks no Patroni', async () => {
  expect(await runCheck()).toMatchObject({ finding: 'skipped' });
});

test('[ops] a Patroni that can lose acknowledged posts is named, with the remedy', async () => {
  await connectAsPatroni();
  state = { state: 'running', patroni: { version: '3.0.2', scope: 'forum' } };
  config = { ttl: 20, synchronous_mode: true };
  expect(await runCheck()).toMatchObject({
    finding: 'warning',
    sentence: expect.stringContaining('version 3 of etcd’s API'),
    advice: expect.stringContaining('3.0.3 or newer'),
  });
  state = { patroni: { version: '4.0.6' } };
  config = { ttl: 20 };
  expect(await runCheck()).toMatchObject({
    finding: 'warning',
    sentence: expect.stringContaining('without synchronous mode'),
    advice: expect.stringContaining('synchronous_mode=true'),
  });
});

test('[ops] a newer Patroni in synchronous mode is well', async () => {
  await connectAsPatroni();
  for (const version of ['3.0.3', '3.1.0', '4.0.6']) {
    state = { patroni: { version } };
    config = { synchronous_mode: version === '4.0.6' ? 'quorum' : true };
    expect(await runCheck()).toMatchObject({ finding: 'ok' });
  }
});

test('[ops] a Patroni that doesn’t answer is no problem of the forum', async () => {
  await connectAsPatroni();
  state = 'not Patroni';
  expect(await runCheck()).toMatchObject({ finding: 'skipped' });
});
