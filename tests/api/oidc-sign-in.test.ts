import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { MEMBER_GROUP } from '#auth/actor.ts';
import { UNPROVEN_LOGIN } from '#auth/guards.ts';
import { beginLogin, finishLogin, getEndSessionUrl, type LoginResult } from '#auth/oidc/client.ts';
import { signIn } from '#auth/oidc/sign-in.ts';
import { schema } from '#db/client.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { serveApi } from '../support/api-on-socket.ts';
import { startOtherProvider } from '../support/other-provider.ts';
import { emptyDatabase } from '../support/test-database.ts';

const { other, origin, reset } = await startOtherProvider();
const { db } = await emptyDatabase();
let env: Env;

beforeAll(async () => {
  await db.insert(schema.group).values({ id: MEMBER_GROUP, name: '成员', nameEn: 'Members' });
  await db.insert(schema.level).values({ id: 1, name: '铅笔', nameEn: 'Pencil', minCredits: 0 });
});

const configured = (extra: Record<string, string> = {}) =>
  readEnv({
    SITE_URL: 'https://forum.example',
    OIDC_ISSUER: origin,
    OIDC_CLIENT_ID: 'our-client',
    OIDC_CLIENT_SECRET: 's&crét',
    ...extra,
  });

beforeEach(() => {
  reset();
  env = configured();
});

/** One login: the forum's request, the provider's answer, the result. */
async function logIn(
  person: Record<string, unknown> = {},
  change: (answer: URLSearchParams) => void = () => {},
): Promise<LoginResult> {
  Object.assign(other.person, person);
  const begun = await beginLogin(
    { db, env },
    { kind: 'site', returnUrl: 'https://forum.example/zh', browser: undefined, lang: 'zh' },
  );
  const asked = new URL(begun.url).searchParams;
  other.nonce = asked.get('nonce') as string;
  const reply = new URLSearchParams({ code: 'c', state: asked.get('state') as string });
  change(reply);
  return finishLogin(
    { db, env },
    { kind: 'site', search: `?${reply}`, browser: begun.browser, ip: '192.0.2.1', lang: 'zh' },
  );
}

async function userOf(finished: LoginResult) {
  if (finished.outcome !== 'done')
    throw new Error(`${finished.outcome}: ${JSON.stringify(finished)}`);
  const [found] = await db
    .select()
    .from(schema.user)
    .where(eq(schema.user.id, finished.person.userId));
  return found;
}

test('[R17] the first login creates a member from the provider’s claims, later ones update it', async () => {
  const first = await userOf(await logIn({ sub: 'f-1', preferred_username: 'first' }));
  expect(first).toMatchObject({
    issuer: origin,
    subject: 'f-1',
    username: 'first',
    nickname: '陈伟',
    email: 'wei@id.example',
    emailChecked: true,
    language: 'en',
    groupId: MEMBER_GROUP,
    loginsCnt: 1,
    loginIp: '192.0.2.1',
    createdIp: '192.0.2.1',
  });
  const again = await logIn({
    nickname: '陈伟民',
    email: 'new@id.example',
    email_verified: false,
    preferred_username: 'other',
    picture: 'https://id.example/p.png',
    locale: 'zh',
  });
  expect(again).toMatchObject({ person: { renamed: true } });
  expect(await userOf(again)).toMatchObject({
    id: first?.id,
    username: 'first',
    nickname: '陈伟民',
    email: 'new@id.example',
    emailChecked: false,
    avatar: 'https://id.example/p.png',
    language: 'en',
    loginsCnt: 2,
  });
  expect(await logIn()).toMatchObject({ person: { renamed: false } });
});

test('[R17] a login’s age counts from the provider’s login time, if given', async () => {
  const seen = Math.floor(Date.now() / 1_000) - 3_600;
  other.idToken = { auth_time: seen };
  const person = { sub: 'a-1', nickname: '刚来的' };
  expect(await logIn(person)).toMatchObject({ authenticatedAt: new Date(seen * 1_000) });
  other.idToken = {}; // the time of that login is unknown
  expect(await logIn(person)).toMatchObject({ outcome: 'done', authenticatedAt: UNPROVEN_LOGIN });
});

test('[R17] a login fails when its changes can’t be stored', async () => {
  const one = await userOf(await logIn({ sub: 'u-1', nickname: '存不下' }));
  await db.execute(sql`
    alter table "user"
    add constraint refused_by_test check (email is distinct from 'x@id.example')`);
  try {
    await expect(logIn({ email: 'x@id.example' })).rejects.toThrow();
  } finally {
    await db.execute(sql`alter table "user" drop constraint refused_by_test`);
  }
  expect(await userOf(await logIn({ email: 'y@id.example' }))).toMatchObject({
    id: one?.id,
    loginsCnt: 2,
  });
});

test('[R17] a picture that was uploaded here stays, and silence changes nothing', async () => {
  const person = { sub: 'p-1', preferred_username: 'pic', nickname: '会拍照' };
  const one = await userOf(await logIn(person));
  await db
    .update(schema.user)
    .set({ avatar: '/uploads/3f/x.webp' })
    .where(eq(schema.user.id, one?.id as number));
  other.person = { sub: 'p-1', picture: 'https://id.example/p.png' };
  expect(await userOf(await logIn())).toMatchObject({
    avatar: '/uploads/3f/x.webp',
    nickname: '会拍照',
    email: 'wei@id.example',
  });
});

test('[R17] two people with the same preferred username both log in', async () => {
  const names = [];
  for (const sub of ['n-1', 'n-2', 'n-3', 'n-4', 'n-5', 'n-6', 'n-7'])
    names.push(
      (await userOf(await logIn({ sub, preferred_username: sub === 'n-1' ? 'Mei' : 'mei' })))
        ?.username,
    );
  expect(names.slice(0, 5)).toEqual(['Mei', 'mei-2', 'mei-3', 'mei-4', 'mei-5']);
  expect(names.slice(5)).toEqual([
    expect.stringMatching(/^mei-\d{4,6}$/),
    expect.stringMatching(/^mei-\d{4,6}$/),
  ]);
});

test('[R17] one person with two tabs at the first login becomes one user', async () => {
  const identity = {
    issuer: origin,
    subject: 'twice',
    builtin: false,
    claims: { preferred_username: 'twice' },
  };
  const ids = await Promise.all(
    [1, 2, 3, 4].map(async () => (await signIn(db, identity, { ip: '', lang: 'zh' }))?.userId),
  );
  expect(new Set(ids).size).toBe(1);
});

test('[R17] the same subject of another provider is another person', async () => {
  const here = await userOf(await logIn({ sub: 's-1', preferred_username: 'same' }));
  await db
    .update(schema.user)
    .set({ issuer: 'https://old.example' })
    .where(eq(schema.user.id, here?.id as number));
  expect((await userOf(await logIn()))?.id).not.toBe(here?.id);
});

test('[R17] the login is asked for with PKCE, state and nonce, and its proof is sent back', async () => {
  const { url } = await beginLogin(
    { db, env },
    { kind: 'admin', returnUrl: 'https://forum.example/', browser: undefined, lang: 'en' },
  );
  const asked = Object.fromEntries(new URL(url).searchParams);
  expect(asked).toMatchObject({
    client_id: 'our-client',
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: 'https://forum.example/admin/admin/api/manager/callback',
    scope: 'openid profile email',
    ui_locales: 'en',
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(asked[name]).toMatch(/^[\w-]{43}$/);
  await logIn();
  const body = new URLSearchParams(other.asked.find(({ path }) => path === '/token')?.body);
  expect(body.get('code_verifier')).toMatch(/^[\w-]{43,128}$/);
  expect(body.get('redirect_uri')).toBe('https://forum.example/api/v1/login/callback');
});

test.each([
  [undefined, undefined, expect.stringMatching(/^Basic /)],
  [['client_secret_basic'], undefined, expect.stringMatching(/^Basic /)],
  [['client_secret_basic', 'client_secret_post'], 's&crét', undefined],
])(
  '[R17] the client’s secret is sent by the provider’s method: %j',
  async (methods, inBody, authorization) => {
    other.metadata = methods ? { token_endpoint_auth_methods_supported: methods } : {};
    await logIn();
    const asked = other.asked.find(({ path }) => path === '/token');
    expect(new URLSearchParams(asked?.body).get('client_secret') ?? undefined).toBe(inBody);
    expect(asked?.authorization).toEqual(authorization);
  },
);

test.each([
  ['another nonce', { nonce: 'x' }],
  ['another audience', { aud: 'their-client' }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['an hour ago', { exp: 1_700_000_000 }],
  ['another subject', { sub: 'somebody' }],
])('[R17] an ID token of %s logs nobody in', async (_what, claims) => {
  other.idToken = claims;
  expect((await logIn()).outcome).toBe('refused');
});

const seconds = (ahead: number): number => Math.floor(Date.now() / 1_000) + ahead;

test.each<[token: string, claims: () => Record<string, unknown>]>([
  ['begins in 45 s', () => ({ nbf: seconds(45) })],
  ['was made in 100 s', () => ({ iat: seconds(100), nbf: seconds(100), exp: seconds(160) })],
  ['ended 45 s ago', () => ({ iat: seconds(-105), exp: seconds(-45) })],
])('[R17] clocks may differ by two minutes: a token that %s', async (_what, claims) => {
  other.idToken = claims();
  expect((await logIn()).outcome).toBe('done');
});

test.each<[token: string, claims: () => Record<string, unknown>]>([
  ['begins in five minutes', () => ({ nbf: seconds(300) })],
  ['ended five minutes ago', () => ({ iat: seconds(-360), exp: seconds(-300) })],
])('[R17] a token that %s is refused for its clock', async (_what, claims) => {
  other.idToken = claims();
  expect(await logIn()).toMatchObject({
    outcome: 'refused',
    why: 'clock',
    returnUrl: 'https://forum.example/zh',
  });
});

test.each<[metadata: string, metadata_: Record<string, unknown>]>([
  ['says how', { userinfo_signing_alg_values_supported: ['ES256'] }],
  ['says nothing of it', {}],
])('[R17] signed words about a person are read, of a provider that %s', async (_what, metadata) => {
  env = configured();
  [other.metadata, other.signsUserInfo] = [metadata, true];
  const found = await userOf(await logIn({ sub: 'jwt', nickname: '签名的人' }));
  expect(found).toMatchObject({ subject: 'jwt', nickname: '签名的人' });
});

test('[R17] an address is checked where the provider says so, as a word too', async () => {
  const isChecked = async (email_verified: unknown) =>
    (await userOf(await logIn({ sub: 'checked', email_verified })))?.emailChecked;
  expect(await isChecked('true')).toBe(true);
  expect(await isChecked('false')).toBe(false);
  expect(await isChecked('yes')).toBe(false);
  expect(await isChecked(true)).toBe(true);
});

test.each(['forger', 'nobody'] as const)(
  '[R17] an ID token that is signed by a %s logs nobody in',
  async (signedBy) => {
    other.signedBy = signedBy;
    expect(await logIn()).toMatchObject({ outcome: 'refused', why: 'provider' });
    other.signedBy = 'provider';
    expect((await logIn()).outcome).toBe('done');
  },
);

test('[R17] an error from the provider logs nobody in', async () => {
  expect((await logIn({}, (answer) => answer.set('error', 'server_error'))).outcome).toBe(
    'refused',
  );
  expect(await logIn({}, (answer) => answer.set('error', 'access_denied'))).toEqual({
    outcome: 'cancelled',
    returnUrl: 'https://forum.example/zh',
  });
  expect((await logIn({}, (answer) => answer.delete('code'))).outcome).toBe('refused');
  other.tokenStatus = 400;
  expect((await logIn()).outcome).toBe('refused');
});

test('[R17] a login to the site can’t be finished as one to the admin area', async () => {
  const begun = await beginLogin(
    { db, env },
    { kind: 'site', returnUrl: 'https://forum.example/', browser: undefined, lang: 'zh' },
  );
  const asked = new URL(begun.url).searchParams;
  other.nonce = asked.get('nonce') as string;
  const search = `?code=c&state=${asked.get('state')}`;
  expect(
    (
      await finishLogin(
        { db, env },
        { kind: 'admin', search, browser: begun.browser, ip: '', lang: 'zh' },
      )
    ).outcome,
  ).toBe('refused');
});

test('[R17] two tabs of a browser log in at the same time', async () => {
  const begin = (browser?: string) =>
    beginLogin(
      { db, env },
      { kind: 'site', returnUrl: 'https://forum.example/', browser, lang: 'zh' },
    );
  const first = await begin();
  const second = await begin(first.browser);
  expect(second.browser).toBe(first.browser);
  expect((await begin('planted')).browser).not.toBe('planted');
});

test('[R17] while the provider is down a login reports that, and works once it is back', async () => {
  other.tokenStatus = 503;
  expect(await logIn()).toMatchObject({
    outcome: 'unavailable',
    returnUrl: 'https://forum.example/zh',
  });
  other.tokenStatus = 200;
  const away = configured({ OIDC_ISSUER: 'http://127.0.0.1:9' });
  const begin = (at: Env) =>
    beginLogin(
      { db, env: at },
      { kind: 'site', returnUrl: 'https://forum.example/', browser: undefined, lang: 'zh' },
    );
  await expect(begin(away)).rejects.toMatchObject({ code: 'unavailable' });
  const starting = configured();
  other.issuer = 'https://not-yet.example';
  await expect(begin(starting)).rejects.toMatchObject({ code: 'unavailable' });
  other.issuer = origin;
  expect((await begin(starting)).url).toContain(`${origin}/authorize`);
});

test('[R17] [ops] the log says why nobody can log in', async () => {
  const { url, log } = await serveApi(db, {
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'our-client',
    OIDC_CLIENT_SECRET: 'secret',
  });
  expect((await fetch(`${url}/api/v1/login`, { redirect: 'manual' })).status).toBe(503);
  expect(log.filter((line) => line.includes('provider.unavailable'))).toHaveLength(1);
});

test('[R17] the provider’s metadata is requested once, not at every login', async () => {
  await logIn();
  await logIn();
  expect(other.asked.filter(({ path }) => path.includes('well-known'))).toHaveLength(1);
});

test('[R17] an issuer that ends with a slash is a provider too', async () => {
  other.issuer = `${origin}/application/forum/`;
  env = configured({ OIDC_ISSUER: other.issuer });
  expect((await logIn({ sub: 'slash' })).outcome).toBe('done');
});

test('[R17] a provider elsewhere has to be https', async () => {
  env = configured({ OIDC_ISSUER: 'http://id.example' });
  await expect(logIn()).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: expect.stringContaining('https') },
  });
});

test('[R17] a logout ends at the provider where it has a place for that', async () => {
  const url = new URL((await getEndSessionUrl(env, 'the-token', '/zh')) as string);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'our-client',
    id_token_hint: 'the-token',
    state: '/zh',
    post_logout_redirect_uri: 'https://forum.example/api/v1/login/logout/done',
  });
  other.metadata = { end_session_endpoint: undefined };
  expect(await getEndSessionUrl(configured(), undefined, '/zh')).toBeUndefined();
});
