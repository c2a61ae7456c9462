import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { addLocalPerson } from '#auth/oidc/local-people.ts';
import { tryProvider } from '#auth/oidc/try-provider.ts';
import { hashSecret, randomSecret } from '#auth/secret.ts';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import { SETUP_STEPS } from '#contracts/setup-steps.ts';
import type { SetupWire } from '#contracts/wire/setup.ts';
import type { Db } from '#db/client.ts';
import { CLAIM_STATE } from '#db/site-state-names.ts';
import { readEnv } from '#platform/env.ts';
import { loadNothing } from '../../scripts/seed/load-nothing.ts';
import { startEmpty } from '../../scripts/seed/seed-if-empty.ts';
import { createClaimAddress } from '../../scripts/start/claim-address.ts';
import { adminCaller } from '../support/admin-session.ts';
import { mailVariables, startMailServer } from '../support/mail-server.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase, emptyDatabase } from '../support/test-database.ts';

/* The first run of a forum without the demo community. */

const PROVIDER = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'forum' };

async function insertPerson(db: Db, username: string, subject = username): Promise<number> {
  const { rows } = await db.execute(sql`
    insert into "user" (username, nickname, issuer, subject, group_id)
    values (${username}, ${username}, 'https://login.example', ${subject}, 10)
    returning id`);
  return rows[0]?.id as number;
}

async function startForum(variables: Record<string, string> = {}) {
  const { db, url } = await emptyDatabase();
  await loadNothing(db);
  const api = await testApi(db, variables);
  const env = readEnv({ SITE_URL: 'http://127.0.0.1:4321', ...variables });
  const printSecret = async () => (await createClaimAddress(url, env)).address?.split('#')[1];
  const claim = async (userId: number, secret: string | undefined) => {
    const token = await createSession(db, {
      userId,
      kind: 'site',
      ip: '127.0.0.1',
      userAgent: 'test',
    });
    const xsrf = deriveXsrfToken(token);
    const headers = { cookie: `bbs=${token}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf };
    return (await api.call('POST', '/api/v2/setup/claim', { secret }, headers)).status;
  };
  const groupOf = async (id: number) =>
    (await db.execute(sql`select group_id as "group" from "user" where id = ${id}`)).rows[0]?.group;
  return { db, url, api, printSecret, claim, groupOf };
}

describe('[ops] a forum that was started empty', async () => {
  const forum = await startForum();
  const { db, api, printSecret, claim, groupOf } = forum;
  const first = await insertPerson(db, 'first');
  const second = await insertPerson(db, 'second');

  test('gives nobody the numbers that moderate everywhere', () => {
    expect(first).toBeGreaterThan(10_001);
  });

  test('refuses a wrong secret, one of an earlier start, and visitors', async () => {
    const early = await printSecret();
    const late = await printSecret();
    expect(await claim(first, randomSecret())).toBe(403);
    expect(await claim(first, early)).toBe(403);
    expect((await api.call('POST', '/api/v2/setup/claim', { secret: late })).status).toBe(401);
    expect(await groupOf(first)).toBe(10);
  });

  test('stores only the hash of the secret', async () => {
    const secret = (await printSecret()) as string;
    const { rows } = await db.execute(
      sql`select value from site_state where name = ${CLAIM_STATE}`,
    );
    expect(rows).toEqual([{ value: hashSecret(secret) }]);
  });

  test('makes one of two simultaneous users its administrator, and nobody afterwards', async () => {
    const secret = await printSecret();
    const answers = await Promise.all([claim(first, secret), claim(second, secret)]);
    expect(answers.sort()).toEqual([200, 403]);
    expect([await groupOf(first), await groupOf(second)].sort()).toEqual([10, 10_000]);
    expect(await claim(second, secret)).toBe(403);
    expect(await printSecret(), 'a next start prints none').toBeUndefined();
    const { rows } = await db.execute(sql`select action, detail from action_log`);
    expect(rows).toEqual([{ action: 'user.group', detail: { before: 10, after: 10_000 } }]);
  });

  test('shows its administrator the steps, leaves one out and takes it up again', async () => {
    const administrator = (await groupOf(first)) === 10_000 ? first : second;
    const admin = await adminCaller(api, db, administrator);
    const states = (setup: SetupWire) =>
      Object.fromEntries(setup.steps.map(({ name, state }) => [name, state]));
    const before = (await admin.call<SetupWire>('GET', '/api/v2/admin/setup')).body;
    expect(states(before)).toEqual(Object.fromEntries(SETUP_STEPS.map((name) => [name, 'open'])));
    const skip = (skipped: boolean) =>
      admin.call<SetupWire>('PUT', '/api/v2/admin/setup/steps/mail', { skipped });
    expect(states((await skip(true)).body)).toMatchObject({ mail: 'skipped', provider: 'open' });
    const me = await admin.call<{ counts: { setup: number } }>('GET', '/api/v2/admin/me');
    expect(me.body.counts.setup).toBe(SETUP_STEPS.length - 1);
    expect(states((await skip(false)).body)).toMatchObject({ mail: 'open' });
    expect((await admin.call('POST', '/api/v2/admin/setup/provider')).status).toBe(404);
  });

  test('gets all forums of a template at once, from one of two simultaneous calls', async () => {
    const administrator = (await groupOf(first)) === 10_000 ? first : second;
    const admin = await adminCaller(api, db, administrator);
    const create = (template: string) =>
      admin.call<{ forums: number }>('POST', '/api/v2/admin/setup/forums', { template });
    expect((await create('nothing')).status).toBe(400);
    const answers = await Promise.all([create('school'), create('hobby')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const made = answers.find(({ status }) => status === 200)?.body;
    const { rows } = await db.execute(sql`
      select
        (select count(*)::int from forum) as forums,
        (select count(*)::int from forum f where not exists (
          select from theme where forum_id = f.id
        )) as bare,
        (select count(*)::int from invalidation) > 0 as published`);
    expect(rows).toEqual([{ forums: made?.forums, bare: 0, published: true }]);
    const setup = (await admin.call<SetupWire>('GET', '/api/v2/admin/setup')).body;
    expect(setup.steps.find(({ name }) => name === 'forums')?.state).toBe('done');
  });
});

test('[ops] the step of mail is done when its server has accepted a test mail', async () => {
  const server = await startMailServer();
  const { db, api, claim, printSecret } = await startForum(mailVariables(server));
  const first = await insertPerson(db, 'first');
  await claim(first, await printSecret());
  const admin = await adminCaller(api, db, first);
  const readMail = async () =>
    (await admin.call<SetupWire>('GET', '/api/v2/admin/setup')).body.steps.find(
      ({ name }) => name === 'mail',
    )?.state;
  const send = () =>
    admin.call('POST', '/api/v2/admin/mail/test', { address: 'first@people.example' });
  server.refusal = { at: 'data', code: 554, text: '5.7.1 not from you' };
  await send();
  expect(await readMail()).toBe('open');
  server.refusal = undefined;
  await send();
  expect(await readMail()).toBe('done');
  await db.execute(sql`update site_state set value = '"other:25"' where name = 'setup.mail'`);
  expect(await readMail(), 'another server').toBe('open');
});

test('[R17] the built-in login takes an address of mail, or none', async () => {
  const { db } = await startForum();
  const env = readEnv({});
  const add = (email: string) =>
    addLocalPerson(db, env, { name: '苏禾', email }, { ip: '127.0.0.1', lang: 'zh' });
  const withAddress = await add('suhe@people.example');
  const without = await add('');
  const { rows } = await db.execute(
    sql`select id, email, email_checked as checked from "user" order by id`,
  );
  expect(rows).toEqual([
    { id: withAddress, email: 'suhe@people.example', checked: true },
    { id: without, email: '', checked: false },
  ]);
  for (const wrong of ['suhe', 'su he@people.example', 'a@b@c', '<a@b.example>'])
    expect(await add(wrong), wrong).toBeUndefined();
});

test('[ops] a forum that got a provider after its first login prints an address again', async () => {
  const forum = await startForum(PROVIDER);
  const local = await insertPerson(forum.db, 'local', 'local:x');
  expect(await forum.claim(local, await forum.printSecret())).toBe(200);
  const provided = await insertPerson(forum.db, 'provided');
  expect(await forum.claim(provided, await forum.printSecret())).toBe(200);
  expect(await forum.groupOf(provided)).toBe(10_000);
  expect(await forum.printSecret()).toBeUndefined();
});

test('[ops] a forum with people in it isn’t started empty, and prints no address', async () => {
  const { db, url } = await demoDatabase();
  await expect(startEmpty(db)).rejects.toThrow(/already has members/);
  expect(await createClaimAddress(url, readEnv({}))).toEqual({ startedEmpty: false });
});

describe('[ops] the trial of an identity provider', () => {
  let answer: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => void res.end();
  const server = createServer((req, res) => answer(req, res));
  const issuer = new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
  afterAll(() => void server.close());
  const metadataOf = (url: string) => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
  });
  const trial = async (changes: object, { keys = [{}] as object[], secret = 'x' } = {}) => {
    const url = await issuer;
    answer = (req, res) => {
      const isKeys = req.url === '/keys';
      res.end(JSON.stringify(isKeys ? { keys } : { ...metadataOf(url), ...changes }));
    };
    return tryProvider({ OIDC_ISSUER: url, OIDC_CLIENT_SECRET: secret || undefined });
  };

  test('finds nothing wrong with one that answers as it should', async () => {
    expect(await trial({})).toEqual({ problems: [], keys: 1 });
  });

  test.each([
    ['issuer', { issuer: 'https://else.example' }],
    ['endpoint', { token_endpoint: undefined }],
    ['insecureEndpoint', { authorization_endpoint: 'http://login.example/authorize' }],
    ['code', { response_types_supported: ['id_token'] }],
    ['pkce', { code_challenge_methods_supported: ['plain'] }],
    ['secret', { token_endpoint_auth_methods_supported: ['private_key_jwt'] }],
  ])('names the problem: %s', async (code, changes) => {
    expect((await trial(changes)).problems.map((problem) => problem.code)).toEqual([code]);
  });

  test('says that keys are missing, or a secret', async () => {
    expect((await trial({}, { keys: [] })).problems.map((problem) => problem.code)).toEqual([
      'keys',
    ]);
    expect((await trial({}, { secret: '' })).problems.map((problem) => problem.code)).toEqual([
      'noSecret',
    ]);
  });

  test('says that another address is meant, that it is none, or that it isn’t reached', async () => {
    const url = await issuer;
    answer = (_req, res) => void res.writeHead(302, { location: '/elsewhere' }).end();
    const codes = async (OIDC_ISSUER: string) =>
      (await tryProvider({ OIDC_ISSUER, OIDC_CLIENT_SECRET: undefined })).problems.map(
        (problem) => problem.code,
      );
    expect(await codes(url)).toEqual(['status']);
    answer = (_req, res) => void res.end('<!doctype html>');
    expect(await codes(url)).toEqual(['notJson']);
    answer = (_req, res) => void res.end('x'.repeat(400_000));
    expect(await codes(url), 'an endless answer isn’t read').toEqual(['notJson']);
    expect(await codes('http://127.0.0.1:9')).toEqual(['unreachable']);
    expect(await codes('http://login.example')).toEqual(['insecure']);
  });
});
