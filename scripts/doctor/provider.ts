import * as oidc from 'openid-client';
import { CALLBACK_PATHS, POST_LOGOUT_PATH } from '#auth/oidc/builtin-config.ts';
import { getProviderConfig } from '#auth/oidc/discovery.ts';
import { tryProvider } from '#auth/oidc/try-provider.ts';
import type { ProviderProblem } from '#contracts/setup-steps.ts';
import type { Env } from '#platform/env.ts';
import { type Answer, ask } from './ask.ts';
import { checkCertificate } from './certificate.ts';
import type { Check } from './check.ts';
import { describeError } from './describe-error.ts';
import { ok, problem, type Result, skipped } from './finding.ts';

/* Checks the identity provider: whether logins can begin. */

const NOT_SET = 'OIDC_ISSUER is not set.';

const PROBLEMS: Record<ProviderProblem, (detail: string) => [sentence: string, advice: string]> = {
  insecure: (detail) => [`${detail} is not https.`, 'Set OIDC_ISSUER to an https address.'],
  unreachable: (detail) => [
    `The identity provider does not answer at ${detail}.`,
    'Check that it runs, that this machine reaches it, and that OIDC_ISSUER is right.',
  ],
  slow: (detail) => [
    `The identity provider timed out at ${detail}.`,
    'Check whether it is overloaded, or a firewall drops the packets.',
  ],
  status: (detail) => [
    `The identity provider answers ${detail}.`,
    'Correct OIDC_ISSUER: the provider’s metadata must be at its path /.well-known/openid-configuration.',
  ],
  notJson: (detail) => [
    `The server at ${detail} is not an identity provider.`,
    'Correct OIDC_ISSUER: the provider’s metadata must be at its path /.well-known/openid-configuration.',
  ],
  issuer: (detail) => [
    `The identity provider calls itself “${detail}”.`,
    'Set OIDC_ISSUER to exactly that.',
  ],
  endpoint: (detail) => [
    `The identity provider’s metadata lacks ${detail}.`,
    'Configure it for OpenID Connect with the authorization code flow.',
  ],
  insecureEndpoint: (detail) => [
    `The identity provider names ${detail}, which is not https.`,
    'Configure the provider’s public https address.',
  ],
  code: () => [
    'The identity provider does not offer the authorization code flow.',
    'Enable it for this client.',
  ],
  pkce: () => ['The identity provider does not offer PKCE with S256.', 'Enable it there.'],
  secret: (detail) => [
    `The identity provider does not accept a client secret (it offers ${detail}).`,
    'Allow client_secret_basic or client_secret_post there, or remove OIDC_CLIENT_SECRET.',
  ],
  noSecret: () => ['The identity provider requires a client secret.', 'Set OIDC_CLIENT_SECRET.'],
  keys: (detail) => [
    `The identity provider has no keys at ${detail}.`,
    'Create signing keys there. Without them, logins can’t be verified.',
  ],
};

function checkMissing({ loopback, SITE_URL }: Env): Result {
  return loopback
    ? skipped(`${NOT_SET} On this machine the built-in login is used.`)
    : problem(
        `${NOT_SET} Nobody can log in at ${SITE_URL}.`,
        'Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
      );
}

async function checkProvider(env: Env): Promise<Result> {
  if (!env.OIDC_ISSUER) return checkMissing(env);
  const { problems, keys } = await tryProvider(env);
  const [first] = problems;
  if (!first)
    return ok(
      `The identity provider ${env.OIDC_ISSUER} answers and has ${keys} ${keys === 1 ? 'key' : 'keys'}.`,
    );
  const texts = problems.map(({ code, detail }) => PROBLEMS[code](detail));
  return problem(
    texts.map(([sentence]) => sentence).join(' '),
    texts.map(([, advice]) => advice).join(' '),
  );
}

/** The error in the provider's redirect. */
function findRefusal({ headers }: Answer): string | undefined {
  const query = URL.parse(headers.get('location') ?? '', 'http://relative.invalid')?.searchParams;
  const error = query?.get('error');
  return error ? `${error} ${query?.get('error_description') ?? ''}`.trim() : undefined;
}

/** Sends the authorization request of a login, without following redirects. */
async function checkLogin(env: Env): Promise<Result> {
  if (!env.OIDC_ISSUER) return skipped(NOT_SET);
  const callback = env.SITE_URL + CALLBACK_PATHS.site;
  let answer: Answer;
  try {
    const config = await getProviderConfig(env);
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid profile email',
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });
    answer = await ask(url.href, { accept: 'text/html' });
  } catch (error) {
    return problem(
      `A login can’t be started at the identity provider: ${describeError(error)}.`,
      'Check that it runs and that this machine reaches it.',
    );
  }
  const refusal = findRefusal(answer) ?? (answer.status >= 400 ? String(answer.status) : undefined);
  return refusal
    ? problem(
        `The identity provider refuses to start a login (${refusal}).`,
        `Check that it knows the client ${env.OIDC_CLIENT_ID}, and the redirect address ${callback}.`,
      )
    : ok('The identity provider starts a login.');
}

const addressesOf = ({ SITE_URL }: Env): string =>
  [...Object.values(CALLBACK_PATHS), POST_LOGOUT_PATH].map((path) => SITE_URL + path).join(' ');

export const PROVIDER_CHECKS: readonly Check[] = [
  { id: 'provider', checked: 'the identity provider', run: ({ env }) => checkProvider(env) },
  {
    id: 'provider.login',
    checked: 'the start of a login at the identity provider',
    run: ({ env }) => checkLogin(env),
  },
  {
    id: 'provider.certificate',
    checked: 'the identity provider’s certificate',
    run: async ({ env }) =>
      env.OIDC_ISSUER
        ? checkCertificate('The identity provider', env.OIDC_ISSUER)
        : skipped(NOT_SET),
  },
  {
    id: 'provider.addresses',
    checked: 'the addresses to register at the identity provider',
    run: async ({ env }) =>
      env.OIDC_ISSUER
        ? ok(`Register these addresses at the identity provider: ${addressesOf(env)}`)
        : skipped(NOT_SET),
  },
];
