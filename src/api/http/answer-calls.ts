import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { RIGHTS, type Right } from '#auth/rights.ts';
import type { CallSpec } from '#contracts/calls/call-spec.ts';
import { SITE_CALLS } from '#contracts/calls/site-calls.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { MAX_FORM_OVERHEAD_BYTES, MAX_JSON_BYTES, maxJsonBytes } from '#platform/limits.ts';
import type { ApiContext, ApiEnv } from './context.ts';
import { limitFormBody } from './middleware/limit-form.ts';
import { limitRate, type RateAction } from './middleware/limit-rate.ts';
import { requireRight } from './middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from './router.ts';

/* Routes made from the table of calls in contracts/calls/. */

type Calls = typeof SITE_CALLS;
type Spec = CallSpec<Right, RateAction>;
const CALLS: Readonly<Record<keyof Calls, Spec>> = SITE_CALLS;

type Shape<Of, Part extends string> = Of extends {
  readonly [One in Part]: infer Fields extends z.ZodRawShape;
}
  ? z.output<z.ZodObject<Fields>>
  : undefined;
type Parsed<Of, Part extends string> = Of extends {
  readonly [One in Part]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** What a call was sent, as its schemas read it. */
interface CallInput<Of> {
  params: Shape<Of, 'params'>;
  query: Shape<Of, 'query'>;
  headers: Shape<Of, 'headers'>;
  body: Parsed<Of, 'body'>;
  form: Parsed<Of, 'form'>;
}

type Unwrapped<Reply> = Reply extends { code: unknown; msg: unknown }
  ? [Exclude<keyof Reply, 'code' | 'msg'>] extends ['data']
    ? Reply['data' & keyof Reply]
    : Omit<Reply, 'code' | 'msg'>
  : Reply;
/** What a handler returns; see `reply` and `answers` of CallSpec. */
type CallOutput<Of> = Of extends { readonly reply: infer Reply extends z.ZodType }
  ? Unwrapped<z.input<Reply>>
  : Of extends { readonly answers: unknown }
    ? Response
    : unknown;

type Handler<Name extends keyof Calls> = (
  c: ApiContext,
  input: CallInput<Calls[Name]>,
) => CallOutput<Calls[Name]> | Promise<CallOutput<Calls[Name]>>;
/** A handler, or what is checked before anything of the request is read, and the handler. */
type Handlers = {
  readonly [Name in keyof Calls]?: Handler<Name> | readonly [MiddlewareHandler, Handler<Name>];
};
type AnyHandler = (c: ApiContext, input: CallInput<unknown>) => unknown;

/** How a handler's result becomes the JSON of a reply. */
function createEnvelope(reply: z.ZodType): (result: unknown) => unknown {
  const { code, msg, ...rest } = reply instanceof z.ZodObject ? reply.shape : {};
  if (!code || !msg) return (result) => result;
  const fields = Object.keys(rest).join();
  if (fields === 'data') return (data) => ({ code: 0, msg: 'ok', data });
  return (result) => ({ code: 0, msg: 'ok', ...(fields ? (result as object) : {}) });
}

const describeErrors = ({ right, errors }: Spec) =>
  Object.fromEntries(
    Object.entries({
      ...(right && RIGHTS[right].who !== 'visitor' ? { 401: 'Not logged in' } : {}),
      ...errors,
    }).map(([status, description]) => [status, { description }]),
  );

function describeBody({ body, rawBody, form, maxCharacters, maxBytes }: Spec) {
  if (form instanceof z.ZodType)
    return { required: true, content: { 'multipart/form-data': { schema: form } } };
  if (!body) return undefined;
  const bytes = maxBytes ?? (maxCharacters ? maxJsonBytes(maxCharacters) : MAX_JSON_BYTES);
  const json = jsonBody(body, bytes);
  return rawBody
    ? { ...json, required: false, content: { ...json.content, [rawBody]: { schema: z.string() } } }
    : json;
}

/** The route of a call, with its checks in the order in which they are made. */
function describeRoute(name: string, spec: Spec, own: readonly MiddlewareHandler[]) {
  const [method = '', path = ''] = name.split(' ');
  const { right, rate, form, maxBytes, answers, tag, summary, description } = spec;
  const reply = spec.reply ?? (answers ? undefined : OkReplyWire);
  const { middleware: rightChecks = [], ...rightNote } = right ? requireRight(right) : {};
  const body = describeBody(spec);
  const shapes = { params: spec.params, query: spec.query, headers: spec.headers };
  const success = reply ? jsonResponses(reply)[200] : undefined;
  return {
    method: method.toLowerCase() as 'get',
    path,
    tags: tag ? [tag] : [],
    ...rightNote,
    ...(summary ? { summary } : {}),
    ...(description ? { description } : {}),
    middleware: [
      ...rightChecks,
      ...own,
      ...(rate ? [limitRate(rate)] : []),
      ...(form && maxBytes ? [limitFormBody(maxBytes + MAX_FORM_OVERHEAD_BYTES)] : []),
    ],
    request: {
      ...Object.fromEntries(
        Object.entries(shapes).flatMap(([part, shape]) => (shape ? [[part, z.object(shape)]] : [])),
      ),
      ...(body ? { body } : {}),
    },
    responses: {
      ...(success ? { 200: success } : {}),
      ...describeErrors(spec),
      ...Object.fromEntries(
        Object.entries(answers ?? {}).map(([status, answer]) => [
          status,
          status === '200' ? { ...success, ...answer } : answer,
        ]),
      ),
    },
    reply,
  };
}

/** The routes of a file, by the names of their calls. */
export function answerCalls(handlers: Handlers): OpenAPIHono<ApiEnv> {
  const router = createRouter();
  for (const [name, entry] of Object.entries(handlers)) {
    const [handle, ...own] = [entry].flat().reverse() as [AnyHandler, ...MiddlewareHandler[]];
    const { reply, ...route } = describeRoute(name, CALLS[name as keyof Calls], own);
    const wrap = reply && createEnvelope(reply);
    router.openapi(
      route as never,
      (async (c: ApiContext) => {
        const valid = (target: string): undefined => c.req.valid(target as never);
        const result = await handle(c, {
          params: valid('param'),
          query: valid('query'),
          headers: valid('header'),
          body: valid('json'),
          form: valid('form'),
        });
        return wrap ? c.json(wrap(result) as object, 200) : result;
      }) as never,
    );
  }
  return router;
}
