import { vi } from 'vitest';
import type { CallSpec } from '#contracts/calls/call-spec.ts';
import { CALLS } from '#contracts/calls/call-table.ts';
import type { CallInput, CallName, CallReply } from '#contracts/calls/calls.ts';
import {
  BUSINESS_ERRORS,
  type ErrorCode,
  isBusinessError,
  STATUS_ERRORS,
} from '#contracts/errors.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';

const SPECS: Readonly<Record<string, CallSpec>> = CALLS;

/** A call as it was sent: all values in its address are text. */
export interface SentCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  form: FormData | undefined;
  headers: Headers;
}
type Sent<Name extends CallName> = Omit<SentCall, 'body'> &
  (CallInput<Name> extends { readonly body?: infer Body } ? { body: Body } : { body: undefined });

type Answer<Reply> = Reply | Response | Promise<Reply | Response>;
export type Answers = {
  [Name in CallName]?: (sent: Sent<Name>) => Answer<CallReply<Name>>;
};

let answers: Map<string, (sent: never) => unknown>;
let sentCalls: { name: string; sent: SentCall }[];
let complaints: string[];

/** The refusal of a call, as the API renders it. */
export function refusal(
  code: ErrorCode,
  {
    payload,
    values,
    retryAfter,
  }: { payload?: unknown; values?: object | undefined; retryAfter?: number } = {},
): Response {
  const status = isBusinessError(code) ? 200 : STATUS_ERRORS[code];
  return Response.json(
    {
      code: isBusinessError(code) ? BUSINESS_ERRORS[code] : status,
      msg: '',
      err_code: code,
      err_payload: payload,
      err_values: values,
    },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  );
}

/** Throws the error of a browser without a network. */
export function noNetwork(): never {
  throw new TypeError('Failed to fetch');
}

/**
 * Answers calls until the test ends; a later answer replaces an earlier one for the same call.
 * Requests and answers must fit the call's schemas. A call without an answer fails the test.
 */
export function answerCalls(more: Answers): void {
  for (const [name, answer] of Object.entries(more)) answers.set(name, answer);
}

/** This test's calls of a name, oldest first. */
export const callsOf = <Name extends CallName>(name: Name): Sent<Name>[] =>
  sentCalls.filter((call) => call.name === name).map(({ sent }) => sent as unknown as Sent<Name>);

function findCall(
  method: string,
  path: string,
): { name: string; params: Record<string, string> } | undefined {
  for (const name of Object.keys(SPECS)) {
    const pattern = name.replace(/[{](\w+)[}]/g, '(?<$1>[^/]+)');
    const found = new RegExp(`^${pattern}$`).exec(`${method} ${path}`);
    if (found) return { name, params: { ...found.groups } };
  }
  return undefined;
}

function complainUnlessFits(schema: CallSpec['reply'] | undefined, value: unknown, what: string) {
  const problem = schema?.safeParse(value).error?.message;
  if (problem) complaints.push(`${what} does not fit its schema: ${problem}`);
}

async function answer(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address, location.href);
  const method = init.method ?? 'GET';
  const found = findCall(method, url.pathname.replace(/^\/api/, ''));
  const reply = found && answers.get(found.name);
  if (!found || !reply) {
    complaints.push(`${method} ${url.pathname} has no answer in this test.`);
    throw new TypeError('Failed to fetch');
  }
  const { name, params } = found;
  const spec = SPECS[name];
  const sent: SentCall = {
    params,
    query: Object.fromEntries(url.searchParams),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    form: init.body instanceof FormData ? init.body : undefined,
    headers: new Headers(init.headers),
  };
  sentCalls.push({ name, sent });
  if (sent.body !== undefined) complainUnlessFits(spec?.body, sent.body, `The body of ${name}`);
  const answered = await reply(sent as never);
  if (answered instanceof Response) return answered;
  complainUnlessFits(spec?.reply ?? OkReplyWire, answered, `The answer to ${name}`);
  return Response.json(answered);
}

/** Starts a test: clears the answers and watches the console. */
export function watchPage(): void {
  answers = new Map();
  sentCalls = [];
  complaints = [];
  vi.stubGlobal('fetch', answer);
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...said: unknown[]) => {
      complaints.push(said.map(String).join(' '));
    });
}

/** Ends the watch; returns unanswered calls, schema mismatches and console output. */
export function takePageProblems(): string[] {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  return complaints;
}
