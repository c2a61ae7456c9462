import { AppError } from '#contracts/errors.ts';
import type { ProviderProblem } from '#contracts/setup-steps.ts';
import type { ProviderTrialWire } from '#contracts/wire/setup.ts';
import { readBoundedText } from '#platform/bounded-answer.ts';
import { type Env, isLoopback } from '#platform/env.ts';

/* Checks the provider's metadata, and explains errors. A login itself uses discovery.ts. */

type TrialEnv = Pick<Env, 'OIDC_ISSUER' | 'OIDC_CLIENT_SECRET'>;
type Problem = ProviderTrialWire['problems'][number];

/** For each of the two answers. */
const TRIAL_TIMEOUT_MS = 6_000;
/** Providers' answers have a few thousand characters. */
const MAX_ANSWER_LENGTH = 262_144;
const MAX_DETAIL_LENGTH = 200;

class TrialError extends Error {
  readonly problem: Problem;
  constructor(code: ProviderProblem, detail: string) {
    super(code);
    this.problem = toProblem(code, detail);
  }
}

const toProblem = (code: ProviderProblem, detail: string): Problem => ({
  code,
  detail: detail.slice(0, MAX_DETAIL_LENGTH),
});

const isInsecure = (url: URL): boolean => url.protocol !== 'https:' && !isLoopback(url.hostname);

function causeOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string } } & Error;
  return cause?.code ?? cause?.message ?? message;
}

async function fetchJson(url: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TRIAL_TIMEOUT_MS),
    });
    if (!response.ok) throw new TrialError('status', `${response.status} ${url}`);
    text = await readBoundedText(response, MAX_ANSWER_LENGTH);
    if (text.length > MAX_ANSWER_LENGTH) throw new TrialError('notJson', url);
  } catch (error) {
    if (error instanceof TrialError) throw error;
    if ((error as Error).name === 'TimeoutError') throw new TrialError('slow', url);
    throw new TrialError('unreachable', `${url} (${causeOf(error)})`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // reported below
  }
  throw new TrialError('notJson', url);
}

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

type ListName = `${string}_supported`;
/** undefined if the provider omits the list, which means its default. */
const listOf = (
  metadata: Record<string, unknown>,
  name: ListName,
): readonly unknown[] | undefined => (Array.isArray(metadata[name]) ? metadata[name] : undefined);

function findMetadataProblems(
  issuer: string,
  metadata: Record<string, unknown>,
  hasSecret: boolean,
): Problem[] {
  const problems: Problem[] = [];
  // settings are stored without the slash that some issuers end with
  if (metadata.issuer !== issuer && metadata.issuer !== `${issuer}/`)
    problems.push(toProblem('issuer', String(metadata.issuer ?? '')));
  for (const name of ENDPOINTS) {
    const url = URL.parse(String(metadata[name] ?? ''));
    if (!url) problems.push(toProblem('endpoint', name));
    else if (isInsecure(url)) problems.push(toProblem('insecureEndpoint', url.href));
  }
  if (listOf(metadata, 'response_types_supported')?.includes('code') === false)
    problems.push(toProblem('code', ''));
  if (listOf(metadata, 'code_challenge_methods_supported')?.includes('S256') === false)
    problems.push(toProblem('pkce', ''));
  const methods = listOf(metadata, 'token_endpoint_auth_methods_supported');
  const takesSecret = ['client_secret_basic', 'client_secret_post'].some(
    (method) => methods?.includes(method) ?? true,
  );
  if (hasSecret && !takesSecret) problems.push(toProblem('secret', (methods ?? []).join(', ')));
  if (!hasSecret && methods && !methods.includes('none')) problems.push(toProblem('noSecret', ''));
  return problems;
}

async function countKeys(jwksUri: string): Promise<number> {
  const { keys } = await fetchJson(jwksUri);
  const count = Array.isArray(keys) ? keys.length : 0;
  if (count === 0) throw new TrialError('keys', jwksUri);
  return count;
}

/** Checks the provider that OIDC_ISSUER names. Throws notFound without one. */
export async function tryProvider(env: TrialEnv): Promise<ProviderTrialWire> {
  if (!env.OIDC_ISSUER) throw new AppError('notFound');
  const problems: Problem[] = [];
  let keys = 0;
  try {
    if (isInsecure(new URL(env.OIDC_ISSUER))) throw new TrialError('insecure', env.OIDC_ISSUER);
    const metadata = await fetchJson(`${env.OIDC_ISSUER}/.well-known/openid-configuration`);
    const hasSecret = env.OIDC_CLIENT_SECRET !== undefined;
    problems.push(...findMetadataProblems(env.OIDC_ISSUER, metadata, hasSecret));
    const jwksUri = URL.parse(String(metadata.jwks_uri ?? ''));
    if (jwksUri && !isInsecure(jwksUri)) keys = await countKeys(jwksUri.href);
  } catch (error) {
    if (!(error instanceof TrialError)) throw error;
    problems.push(error.problem);
  }
  return { problems, keys };
}
