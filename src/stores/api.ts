import { ofetch } from 'ofetch';
import { remember } from './account.ts';
import { isAdminCall, loginAsAdmin } from './admin-login.ts';
import { Failure, failureIn } from './failure.ts';
import { cookie, pageLang } from './page.ts';
import { $paused } from './paused.ts';
import { $problems, type Place } from './problems.ts';
import { given, headersOf, type Query, type Solved, withSolved } from './request.ts';
import { pleaseLogin } from './tips.ts';

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Query;
  body?: Readonly<Record<string, unknown>>;
  /** Files, instead of a body. */
  form?: FormData;
  /** It is finished even when the page is left meanwhile. */
  keepalive?: boolean;
  /** Solved for this call; see withCaptcha. */
  captcha?: Solved | undefined;
  /** Where the error view is shown instead of what was asked for (R18). */
  place?: Place;
  /** Nobody asked for this: a 401 tells nothing. */
  quiet?: boolean;
  /** Its failing doesn't mean that the product is away. */
  aside?: boolean;
}

/** Milliseconds. Longer than that is no answer. */
const PATIENCE = 20_000;
/** The same for a picture, which slow networks take long for. */
const PICTURE_PATIENCE = 150_000;

const addressOf = (path: string): string =>
  /^(\/admin|[a-z]+:\/\/|\/\/)/i.test(path) ? path : `/api${path}`;

interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

async function ask(
  path: string,
  { method = 'GET', captcha, form, keepalive = false, ...asked }: Call,
): Promise<Answer> {
  const address = addressOf(path);
  const plain = {
    query: asked.query ?? {},
    body: asked.body,
    headers: headersOf(method, address, { lang: pageLang(), xsrf: cookie('XSRF-TOKEN') }),
  };
  const { query, body, headers } = withSolved(method, plain, captcha);
  try {
    const {
      status,
      _data,
      headers: answered,
    } = await ofetch.raw<unknown>(address, {
      method,
      query: given(query),
      headers,
      retry: 0,
      timeout: form ? PICTURE_PATIENCE : PATIENCE,
      ignoreResponseError: true,
      keepalive,
      ...((body ?? form) ? { body: body ?? form } : {}),
    });
    return { status, body: _data, headers: answered };
  } catch (cause) {
    throw new Failure(0, 'unavailable', { cause });
  }
}

/** What each failure means for the page, whoever called. */
export function heed(failure: Failure, { place, quiet, aside }: Call): void {
  if (!aside) $paused.set(failure.away);
  if (failure.code === 'unauthenticated') {
    remember(null);
    if (!quiet) pleaseLogin();
  }
  if (place && failure.problem) $problems.setKey(place, failure.problem);
}

/**
 * The one way to the product's API. `path` is below /api, e.g. "/v1/post"; the admin area's begin
 * with "/admin". Throws Failure, for statuses and for rules that the user broke alike.
 */
export async function call<Reply>(path: string, options: Call = {}): Promise<Reply> {
  try {
    const token = cookie('XSRF-TOKEN');
    let { status, body, headers } = await ask(path, options);
    let failure = failureIn(status, body, headers);
    // The refusal brought the token that belongs to the session: that of an older version of the
    // forum belonged to none.
    if (failure?.code === 'csrf' && cookie('XSRF-TOKEN') !== token) {
      ({ status, body, headers } = await ask(path, options));
      failure = failureIn(status, body, headers);
    }
    if (failure) throw failure;
    $paused.set(false);
    return body as Reply;
  } catch (error) {
    const failure = error as Failure;
    if (failure.status === 401 && isAdminCall(addressOf(path)))
      loginAsAdmin(failure.code === 'loginAgain');
    else heed(failure, options);
    throw error;
  }
}
