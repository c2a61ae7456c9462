import { ofetch } from 'ofetch';
import type { CallInput, CallName, CallReply } from '#contracts/calls/calls.ts';
import { setAccount } from '../account/account.ts';
import { isAdminCall, redirectToAdminLogin } from '../admin/admin-login.ts';
import { $apiDown } from './api-down.ts';
import { $errorPages, type ErrorPageTarget } from './error-pages.ts';
import { Failure, parseFailure } from './failure.ts';
import { pageLang, readCookie } from './page-info.ts';
import {
  type Query,
  requestHeaders,
  type SolvedCaptcha,
  withoutEmptyValues,
  withSolvedCaptcha,
} from './request.ts';
import { showLoginToast } from './toasts.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  /** Finishes the call after the page closes. */
  keepalive?: boolean;
  /** The server executes one write per key: see decisions/outbox.md. */
  idempotencyKey?: string | undefined;
  captcha?: SolvedCaptcha | undefined;
  /** The part of the page that the error view replaces (R18). */
  errorPageTarget?: ErrorPageTarget;
  /** The call was not started by the reader: a 401 shows no toast. */
  quiet?: boolean;
  /** A failure of this call doesn't mean that the API is down. */
  ignoresApiDown?: boolean;
}

interface SentData {
  query?: Query;
  body?: Readonly<Record<string, unknown>>;
  /** Files to upload, instead of a JSON body. */
  form?: FormData;
}
type SentOptions = SentData & CallOptions;

const CALL_TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 150_000;

const urlOf = (path: string): string =>
  /^(\/admin|[a-z]+:\/\/|\/\/)/i.test(path) ? path : `/api${path}`;

interface HttpReply {
  status: number;
  body: unknown;
  headers: Headers;
}

async function sendRequest(
  method: Method,
  path: string,
  { captcha, form, idempotencyKey, keepalive = false, ...asked }: SentOptions,
): Promise<HttpReply> {
  const address = urlOf(path);
  const plain = {
    query: asked.query ?? {},
    body: asked.body,
    headers: {
      ...requestHeaders(method, address, { lang: pageLang(), xsrf: readCookie('XSRF-TOKEN') }),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
  };
  const { query, body, headers } = withSolvedCaptcha(method, plain, captcha);
  try {
    const {
      status,
      _data,
      headers: answered,
    } = await ofetch.raw<unknown>(address, {
      method,
      query: withoutEmptyValues(query),
      headers,
      retry: 0,
      timeout: form ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS,
      ignoreResponseError: true,
      keepalive,
      ...((body ?? form) ? { body: body ?? form } : {}),
    });
    return { status, body: _data, headers: answered };
  } catch (cause) {
    throw new Failure(0, 'unavailable', { cause });
  }
}

/** Applies a failure to the page, whichever module made the call. */
export function handleFailure(
  failure: Failure,
  { errorPageTarget, quiet, ignoresApiDown }: CallOptions,
): void {
  if (!ignoresApiDown) $apiDown.set(failure.isApiDown);
  if (failure.code === 'unauthenticated') {
    setAccount(null);
    if (!quiet) showLoginToast();
  }
  if (errorPageTarget && failure.errorPage) $errorPages.setKey(errorPageTarget, failure.errorPage);
}

/**
 * Calls an address from a reply, such as a captcha's picture: below /api unless it begins with
 * "/admin" or a scheme. Throws Failure for HTTP errors and broken rules.
 */
export async function callAddress<Reply>(
  method: Method,
  path: string,
  options: SentOptions = {},
): Promise<Reply> {
  try {
    const token = readCookie('XSRF-TOKEN');
    let { status, body, headers } = await sendRequest(method, path, options);
    let failure = parseFailure(status, body, headers);
    // The refusal set this session's token: the token of an older version belonged to no session.
    if (failure?.code === 'csrf' && readCookie('XSRF-TOKEN') !== token) {
      ({ status, body, headers } = await sendRequest(method, path, options));
      failure = parseFailure(status, body, headers);
    }
    if (failure) throw failure;
    $apiDown.set(false);
    return body as Reply;
  } catch (error) {
    const failure = error as Failure;
    if (failure.status === 401 && isAdminCall(urlOf(path)))
      redirectToAdminLogin(failure.code === 'loginAgain');
    else handleFailure(failure, options);
    throw error;
  }
}

/** No argument if the call needs no input. */
export type CallArguments<Name extends CallName> =
  Partial<CallInput<Name>> extends CallInput<Name>
    ? [options?: CallInput<Name> & CallOptions]
    : [options: CallInput<Name> & CallOptions];

export type PathParams = Readonly<Record<string, string | number>>;

/** The path below /api, with its parameters filled in. */
export const callPath = (name: CallName, params: PathParams = {}): string =>
  name
    .slice(name.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] as string));

/** Makes a call by its name in contracts/calls/, such as "POST /v1/post". Throws Failure. */
export function call<Name extends CallName>(
  name: Name,
  ...[options]: CallArguments<Name>
): Promise<CallReply<Name>> {
  const { params = {}, ...sent } = (options ?? {}) as SentOptions & { params?: PathParams };
  const [method] = name.split(' ') as [Method];
  return callAddress(method, callPath(name, params), sent);
}
