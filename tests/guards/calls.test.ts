import { OpenAPIHono, z } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { ADMIN_CALLS } from '#contracts/calls/admin-calls.ts';
import type { CallSpec } from '#contracts/calls/call-spec.ts';
import { MODERATION_CALLS } from '#contracts/calls/moderation-calls.ts';
import { SITE_CALLS } from '#contracts/calls/site-calls.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { describeApi } from '../support/describe-api.ts';
import { type Description, listOperations } from '../support/openapi.ts';
import { filesBelow, importsOf, isCode, textOf } from './sources.ts';

/*
 * Routes of readers and members are made from SITE_CALLS. Those of moderators and administrators
 * are described once more; the API's description, which follows from them, has to say the same.
 */

const CALLS: readonly (readonly [string, CallSpec])[] = Object.entries({
  ...MODERATION_CALLS,
  ...ADMIN_CALLS,
});

/** The map as an API's description, made by the same generator as that of the routes. */
function describeMap(): Description {
  const app = new OpenAPIHono();
  for (const [name, { query, body, form, reply }] of CALLS) {
    const [method = '', path = ''] = name.split(' ');
    app.openAPIRegistry.registerPath({
      method: method.toLowerCase() as 'get',
      path: `/api${path}`,
      request: {
        ...(query ? { query: z.object(query) } : {}),
        ...(body ? { body: { content: { 'application/json': { schema: body } } } } : {}),
        ...(form ? { body: { content: { 'multipart/form-data': { schema: z.any() } } } } : {}),
      },
      responses: {
        200: { description: '', content: { 'application/json': { schema: reply ?? OkReplyWire } } },
      },
    });
  }
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: '', version: '' },
  }) as unknown as Description;
}

/** Words of a schema that say nothing about values. */
const ANNOTATIONS = ['description', 'title', 'example', 'examples', 'default', 'id', '$schema'];

/** A schema with its references filled in, without annotations and with sorted keys. */
function normalize(schema: unknown, definitions: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => normalize(one, definitions));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Record<string, unknown>;
  if (typeof $ref === 'string')
    return normalize(definitions[$ref.slice($ref.lastIndexOf('/') + 1)], definitions);
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([key]) => !ANNOTATIONS.includes(key) && key !== '$defs')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [
        key,
        key === 'properties'
          ? Object.fromEntries(
              Object.entries(value as object)
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([name, property]) => [name, normalize(property, definitions)]),
            )
          : key === 'required'
            ? [...(value as string[])].sort()
            : normalize(value, definitions),
      ]),
  );
}

/** What a call takes and answers, comparably. */
function describeCalls(description: Description) {
  const normalized = (schema: unknown) => normalize(schema, description.components.schemas);
  const jsonOf = (content: Record<string, unknown> | undefined) =>
    normalized((content?.['application/json'] as { schema: unknown } | undefined)?.schema);
  return new Map(
    listOperations(description).map(({ name, parameters = [], requestBody, responses }) => [
      name.replace(' /api/', ' /'),
      {
        query: parameters
          .filter((one) => one.in === 'query')
          .map(({ name: parameter, required = false, schema }) => ({
            name: parameter,
            required,
            type: schema.type,
            values: schema.enum ?? schema.const,
          })),
        bodyTypes: Object.keys(requestBody?.content ?? {}),
        body: jsonOf(requestBody?.content),
        reply: jsonOf((responses['200'] ?? responses['201'])?.content),
      },
    ]),
  );
}

const routes = describeCalls(await describeApi());
const map = describeCalls(describeMap());

test('[guard] every call of the table is answered', () => {
  expect(Object.keys(SITE_CALLS).filter((name) => !routes.has(name))).toEqual([]);
});

test('[guard] every call of moderators’ and administrators’ pages is in the API’s description', () => {
  expect(CALLS.length).toBeGreaterThan(50);
  expect(CALLS.map(([name]) => name).filter((name) => !routes.has(name))).toEqual([]);
});

test.each(CALLS)('[guard] %s takes and answers what the API’s description says', (name, call) => {
  const route = routes.get(name);
  const { query, ...ours } = map.get(name) ?? {};
  // Pages need not send what is optional; a table's query is the state of the table.
  const sent = query?.map((one) => one.name);
  if (!call.table)
    expect(route?.query.filter((one) => one.required || sent?.includes(one.name))).toEqual(
      expect.arrayContaining(query ?? []),
    );
  expect(ours).toEqual({ bodyTypes: route?.bodyTypes, body: route?.body, reply: route?.reply });
});

test('[guard] every call of the map is made by a store or an island', () => {
  // Names with a part that is chosen at run time: `POST /v2/admin/written/${action}`
  const made = [...filesBelow('src/client'), ...filesBelow('src/islands')].flatMap((path) =>
    [...textOf(path).matchAll(/(['"`])((?:GET|POST|PUT|DELETE) \/.*?)\1/g)].map(([, , name = '']) =>
      name.split(/\$\{.*?\}/),
    ),
  );
  const isMade = (name: string) =>
    made.some(([start = '', end]) =>
      end === undefined ? name === start : name.startsWith(start) && name.endsWith(end),
    );
  const unused = CALLS.map(([name]) => name).filter((name) => !isMade(name));
  expect(unused).toEqual([]);
});

test('[guard] browsers know the table of calls by its types alone', () => {
  const loading = ['client', 'islands', 'views', 'pages']
    .flatMap((folder) => filesBelow(`src/${folder}`))
    .filter(isCode)
    .filter((path) => textOf(path).includes('contracts/calls/'))
    .filter((path) =>
      importsOf(path).some(
        ({ specifier, typeOnly }) => !typeOnly && specifier.includes('contracts/calls/'),
      ),
    );
  expect(loading).toEqual([]);
});
