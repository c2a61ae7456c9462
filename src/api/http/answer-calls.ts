import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { requireActor } from '#auth/guards.ts';
import { isRightAnywhere, readModerationScope } from '#auth/moderation-scope.ts';
import { getRefusal, RIGHTS, type Right, type Role } from '#auth/rights.ts';
import { type CallSpec, csvAnswer, tableQuery } from '#contracts/calls/call-spec.ts';
import { CALLS } from '#contracts/calls/call-table.ts';
import { requiredId } from '#contracts/calls/params.ts';
import { AppError } from '#contracts/errors.ts';
import { namedObject } from '#contracts/wire/field-types.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import type { Db } from '#db/client.ts';
import { MAX_FORM_OVERHEAD_BYTES, MAX_JSON_BYTES, maxJsonBytes } from '#platform/limits.ts';
import type { ApiContext, ApiEnv } from './context.ts';
import { throwIfInvalid } from './errors.ts';
import { limitJsonBody } from './middleware/limit-body.ts';
import { limitFormBody } from './middleware/limit-form.ts';
import { getDefaultRateAction, limitRate, type RateAction } from './middleware/limit-rate.ts';

/* Routes generated from the table of calls in contracts/calls/. */

/**
 * Throws unauthenticated, forbidden or banned if the caller has none of these rights anywhere.
 * Handlers check the target, with `requireModerator` and `mayModerate` (caller.ts). A call with
 * several actions lists all their rights; its handler requires the right of the requested action.
 */
const requireRights = (rights: readonly Right[]): MiddlewareHandler<ApiEnv> =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const [right] = rights as [Right];
    c.set('right', right);
    const refusal = getRefusal(right, c.var.actor);
    if (refusal) throw new AppError(refusal);
    if (RIGHTS[right].who === 'moderator') {
      const reach = await readModerationScope(c.var.deps.db, c.var.actor);
      if (!rights.some((candidate) => isRightAnywhere(reach, candidate)))
        throw new AppError('forbidden');
      c.set('moderationScope', reach);
    }
    await next();
  });

type Calls = typeof CALLS;
type Spec = CallSpec<Right, RateAction>;
const SPECS: Readonly<Record<keyof Calls, Spec>> = CALLS;

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

/** Parameters of any table, besides its filters. */
export interface TableState {
  q?: string | undefined;
  sort: string;
  offset: number;
  limit: number;
}
type Query<Of> = Of extends { readonly table: { filters: infer Filters extends z.ZodRawShape } }
  ? z.output<z.ZodObject<Filters>> & TableState
  : Shape<Of, 'query'>;

/** A call's parsed input, and what most handlers need. */
interface Input<Id, Params, Query, Headers, Body, Form> {
  db: Db;
  /** The caller's id; reading it throws unauthenticated without a login. */
  readonly actorId: number;
  id: Id;
  params: Params;
  query: Query;
  headers: Headers;
  body: Body;
  form: Form;
}

type Unwrapped<Reply> = Reply extends { code: unknown }
  ? [Exclude<keyof Reply, 'code' | 'msg'>] extends ['data']
    ? Reply['data' & keyof Reply]
    : Omit<Reply, 'code' | 'msg'>
  : Reply;
/** A handler's result; see `reply` and `answers` of CallSpec. */
type CallOutput<Of> = Of extends { readonly reply: infer Reply extends z.ZodType }
  ? Unwrapped<z.input<Reply>>
  : Of extends { readonly answers: unknown }
    ? Response
    : unknown;

type HandlerOf<Name extends keyof Calls, Output> = (
  c: ApiContext,
  input: Input<
    Name extends `${string}{id}${string}` ? number : undefined,
    Shape<Calls[Name], 'params'>,
    Query<Calls[Name]>,
    Shape<Calls[Name], 'headers'>,
    Parsed<Calls[Name], 'body'>,
    Parsed<Calls[Name], 'form'>
  >,
) => Output | Promise<Output>;
/** The handler of a call, or of calls with equal entries. */
export type CallHandler<Name extends keyof Calls> = HandlerOf<Name, CallOutput<Calls[Name]>>;
/** A handler, perhaps with an early check. A table has one for a page and one for its file. */
export type CallHandlers = {
  readonly [Name in keyof Calls]?: Calls[Name] extends { readonly table: { csv: object } }
    ? { page: HandlerOf<Name, CallOutput<Calls[Name]>>; file: HandlerOf<Name, Response> }
    :
        | HandlerOf<Name, CallOutput<Calls[Name]>>
        | readonly [MiddlewareHandler, HandlerOf<Name, CallOutput<Calls[Name]>>];
};
type AnyHandler = (c: ApiContext, input: object) => unknown;

/** The body of every failed call; routes/site/api-docs.ts has the codes. */
const ErrorWire = namedObject('Error', {
  code: z.int(),
  msg: z.string(),
  err_code: z.string(),
  err_payload: z.unknown().optional(),
  /** Placeholder values of the error's text, for clients with their own texts. */
  err_values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: ErrorWire } },
});
const tooLargeResponse = errorResponse(
  '`tooLarge`: the body exceeds `x-max-bytes` or the limits of depth and size',
);

function createEnvelope(reply: z.ZodType): (result: unknown) => unknown {
  const { code, msg, ...rest } = reply instanceof z.ZodObject ? reply.shape : {};
  if (!code) return (result) => result;
  const envelope = { code: 0, ...(msg ? { msg: 'ok' } : {}) };
  const fields = Object.keys(rest).join();
  if (fields === 'data') return (data) => ({ ...envelope, data });
  return (result) => ({ ...envelope, ...(fields ? (result as object) : {}) });
}

/** Documentation of a right that needs a login. */
function describeLogin([right]: readonly Right[]): Readonly<Record<number, string>> {
  if (!right || RIGHTS[right].who === 'visitor') return {};
  const again = ', or `loginAgain`: the call needs a login within the last ten minutes';
  return { 401: `Not logged in${RIGHTS[right].fresh ? again : ''}` };
}

const CALLERS: Readonly<Partial<Record<Role, string>>> = {
  member: 'Members may call it.',
  author: 'The author may call it.',
  moderator: 'Moderators may call it.',
  administrator: 'Administrators may call it.',
};
/** Visitors may call what needs no right; some of those handlers check the caller. */
function describeCaller([right]: readonly Right[]): string | undefined {
  if (!right) return undefined;
  const { who, moderators } = RIGHTS[right];
  return who === 'author' && moderators
    ? 'The author and the forum’s moderators may call it.'
    : CALLERS[who];
}

const describeErrors = ({ right, errors }: Spec) =>
  Object.fromEntries(
    Object.entries({ ...describeLogin(right ? [right].flat() : []), ...errors }).map(
      ([status, description]) => [status, { description }],
    ),
  );

function describeBody({ body, rawBody, form, maxCharacters, maxBytes }: Spec) {
  if (form instanceof z.ZodType)
    return { required: true, content: { 'multipart/form-data': { schema: form } } };
  if (!body) return undefined;
  return {
    required: !rawBody,
    'x-max-bytes': maxBytes ?? (maxCharacters ? maxJsonBytes(maxCharacters) : MAX_JSON_BYTES),
    content: {
      'application/json': { schema: body },
      ...(rawBody ? { [rawBody]: { schema: z.string() } } : {}),
    },
  };
}

/** A call's route. Order of checks: rights, rate, body limits, schema. */
function describeRoute(name: string, spec: Spec, own: readonly MiddlewareHandler[] = []) {
  const [verb = '', path = ''] = name.split(' ');
  const method = verb.toLowerCase() as 'get';
  const { right, form, maxBytes, answers, tag, summary } = spec;
  const reply = spec.reply ?? (answers ? undefined : OkReplyWire);
  const rights = [right ?? []].flat();
  const description = [spec.description, describeCaller(rights)].filter(Boolean).join(' ');
  const rate = spec.rate ?? getDefaultRateAction({ method, path });
  const body = describeBody(spec);
  const shapes = {
    params: path.includes('{id}') ? { id: requiredId, ...spec.params } : spec.params,
    query: spec.table ? tableQuery(spec.table) : spec.query,
    headers: spec.headers,
  };
  const success = reply && {
    description: 'OK',
    content: { 'application/json': { schema: reply } },
  };
  return {
    method,
    path,
    tags: tag ? [tag] : [],
    ...(right ? { 'x-right': rights.join(' | ') } : {}),
    ...(summary ? { summary } : {}),
    ...(description ? { description } : {}),
    middleware: [
      ...(right ? [requireRights(rights)] : []),
      ...own,
      limitRate(rate),
      ...(form && maxBytes ? [limitFormBody(maxBytes + MAX_FORM_OVERHEAD_BYTES)] : []),
      ...(spec.body && body && 'x-max-bytes' in body
        ? [limitJsonBody(body['x-max-bytes'], spec.body)]
        : []),
    ],
    request: {
      ...Object.fromEntries(
        Object.entries(shapes).flatMap(([part, shape]) => (shape ? [[part, z.object(shape)]] : [])),
      ),
      ...(body ? { body } : {}),
    },
    responses: {
      ...(body ? { 413: tooLargeResponse } : {}),
      default: errorResponse('An error with `err_code`'),
      ...(success ? { 200: success } : {}),
      ...describeErrors(spec),
      ...Object.fromEntries(
        Object.entries(answers ?? {}).map(([status, answer]) => [
          status,
          status === '200' ? { ...success, ...answer } : answer,
        ]),
      ),
    },
    'x-rate': rate,
    reply,
  };
}

function addRoute(
  router: OpenAPIHono<ApiEnv>,
  { reply, ...route }: ReturnType<typeof describeRoute>,
  handle: AnyHandler,
): void {
  const wrap = reply && createEnvelope(reply);
  router.openapi(
    route as never,
    (async (c: ApiContext) => {
      const valid = (target: string): object | undefined => c.req.valid(target as never);
      const params = valid('param');
      const result = await handle(c, {
        db: c.var.deps.db,
        get actorId() {
          return requireActor(c).userId;
        },
        id: params && 'id' in params ? params.id : undefined,
        params,
        query: valid('query'),
        headers: valid('header'),
        body: valid('json'),
        form: valid('form'),
      });
      return wrap ? c.json(wrap(result) as object, 200) : result;
    }) as never,
  );
}

/** Describes the file with all rows of a table. */
const describeFile = ({ tag, right, table }: Spec): Spec => ({
  ...(tag ? { tag } : {}),
  ...(right ? { right } : {}),
  ...(table ? { table } : {}),
  summary: 'Downloads all matching rows as CSV',
  answers: csvAnswer,
});

/** The routes of a file, by call name. errors.ts responds to invalid input. */
export function answerCalls(handlers: CallHandlers): OpenAPIHono<ApiEnv> {
  const router = new OpenAPIHono<ApiEnv>({ defaultHook: throwIfInvalid });
  for (const [name, entry] of Object.entries(handlers)) {
    const spec = SPECS[name as keyof Calls];
    if ('page' in entry) {
      addRoute(router, describeRoute(name, spec), entry.page as AnyHandler);
      addRoute(router, describeRoute(`${name}.csv`, describeFile(spec)), entry.file as AnyHandler);
      continue;
    }
    const [handle, ...own] = [entry].flat().reverse() as [AnyHandler, ...MiddlewareHandler[]];
    addRoute(router, describeRoute(name, spec, own), handle);
  }
  return router;
}
