import type { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, test } from 'vitest';
import type { ApiEnv } from '#api/http/context.ts';
import { RIGHTS } from '#auth/rights.ts';
import { createApiWithoutDatabase } from '../support/describe-api.ts';

/** Calls for moderators and administrators, which need a right even for reading. */
const GUARDED =
  /^\/api\/v2\/(?:admin|moderation)\/|^\/api\/v1\/user\/report$|^\/admin\/admin\/api\/(?!manager)/;
const MUTATING = /^(?:post|put|patch|delete)$/i;

interface Call {
  method: string;
  path: string;
  right: string | undefined;
}

const described = (api: OpenAPIHono<ApiEnv>): Call[] =>
  api.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route'
      ? [
          {
            method: definition.route.method,
            path: definition.route.path,
            right: (definition.route as { 'x-right'?: string })['x-right'],
          },
        ]
      : [],
  );

const asPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const api = await createApiWithoutDatabase();
const calls = described(api);

describe('[R20] rights', () => {
  test('are named by every call that changes something, and by every call for moderators and administrators', () => {
    expect(calls.length).toBeGreaterThan(60);
    expect(
      calls
        .filter(
          ({ method, path, right }) => (MUTATING.test(method) || GUARDED.test(path)) && !right,
        )
        .map(({ method, path }) => `${method} ${path}`),
    ).toEqual([]);
  });

  test('are in the table, and none is there that no call needs', () => {
    const named = new Set(calls.flatMap(({ right }) => right?.split(' | ') ?? []));
    expect([...named].filter((right) => !(right in RIGHTS))).toEqual([]);
    expect(Object.keys(RIGHTS).filter((right) => !named.has(right))).toEqual([]);
  });

  test('can’t be passed by: no route is registered without being described', () => {
    const known = new Set(calls.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    const routes = api.routes
      .filter(({ method, path }) => MUTATING.test(method) || GUARDED.test(path))
      .filter(({ method }) => method !== 'ALL');
    expect(
      [...new Set(routes.map(({ method, path }) => `${method} ${asPath(path)}`))].filter(
        (one) => !known.has(one),
      ),
    ).toEqual([]);
  });

  test('of moderators need a token that was made for moderating, and end with a ban', () => {
    const loose = Object.entries(RIGHTS).filter(
      ([, rule]) =>
        (rule.who === 'moderator' || rule.who === 'administrator') &&
        (rule.scope !== 'moderate' || !rule.ban),
    );
    expect(loose).toEqual([]);
  });
});
