import { describe, expect, test } from 'vitest';
import { RATES } from '#api/http/middleware/limit-rate.ts';
import { MAX_JSON_BYTES, MAX_JSON_ELEMENTS } from '#platform/limits.ts';
import { describeApi } from '../support/describe-api.ts';
import { listOperations, type Schema } from '../support/openapi.ts';

const description = await describeApi();
const operations = listOperations(description);
const INT_MAX = 2_147_483_647;

/** Objects with free keys: their entries are validated by their field. */
const FREE = ['PUT /api/v2/admin/config/{field} value'];
/** A pattern that texts of any length match. */
const isEndless = (pattern: string): boolean =>
  /[^\\](?:[*+]|\{\d+,\})/.test(pattern.replace(/\[[^\]]*\]/g, 'x'));

function ofText({ maxLength, format, pattern }: Schema, at: string): string[] {
  const bounded =
    maxLength !== undefined ||
    format === 'date' ||
    format === 'date-time' ||
    format === 'binary' ||
    (pattern !== undefined && !isEndless(pattern));
  return bounded ? [] : [`${at}: a text of any length`];
}

function ofNumber({ minimum, maximum }: Schema, at: string): string[] {
  return minimum !== undefined &&
    maximum !== undefined &&
    minimum >= -INT_MAX &&
    maximum <= 2 * INT_MAX + 1
    ? []
    : [`${at}: any number`];
}

/** Values without a limit in a request. */
function endless(schema: Schema, at: string): string[] {
  if (schema.$ref)
    return endless(
      description.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] as Schema,
      at,
    );
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (parts.length > 0) return parts.flatMap((part) => endless(part, at));
  if (schema.enum || schema.const !== undefined) return [];
  const types = [schema.type ?? []].flat();
  const found: string[] = [];
  if (types.includes('string')) found.push(...ofText(schema, at));
  if (types.includes('integer') || types.includes('number')) found.push(...ofNumber(schema, at));
  if (types.includes('array')) {
    const most = schema.prefixItems?.length ?? schema.maxItems;
    if (most === undefined || most >= MAX_JSON_ELEMENTS) found.push(`${at}: a list of any length`);
    for (const one of [...(schema.items ? [schema.items] : []), ...(schema.prefixItems ?? [])])
      found.push(...endless(one, `${at}[]`));
  }
  if (schema.additionalProperties && !schema.properties && !FREE.includes(at))
    found.push(`${at}: any keys`);
  for (const [name, one] of Object.entries(schema.properties ?? {}))
    found.push(
      ...endless(one, `${at}${at.includes(' ') && at.split(' ').length > 2 ? '.' : ' '}${name}`),
    );
  return found;
}

describe('[R21] a request’s input', () => {
  test('is limited in how often: every call has a class of the one table', () => {
    expect(operations.length).toBeGreaterThan(120);
    expect(
      operations
        .filter((operation) => !(operation['x-rate'] && operation['x-rate'] in RATES))
        .map(({ name }) => name),
    ).toEqual([]);
    const used = new Set(operations.map((operation) => operation['x-rate']));
    expect(Object.keys(RATES).filter((one) => !used.has(one))).toEqual([]);
  });

  test('is limited in its length: every text, list and number of every call', () => {
    const found = operations.flatMap(({ name, parameters = [], requestBody }) => [
      ...parameters
        .filter(({ in: place }) => place !== 'header')
        .flatMap((parameter) => endless(parameter.schema, `${name} ${parameter.name}`)),
      ...endless(requestBody?.content['application/json']?.schema ?? {}, name),
    ]);
    expect(found).toEqual([]);
  });

  test('is limited in its bytes, and the description has the limit and its refusal', () => {
    const bodies = operations.filter(({ requestBody }) => requestBody?.content['application/json']);
    expect(bodies.length).toBeGreaterThan(50);
    expect(
      bodies
        .filter(
          ({ requestBody, responses }) =>
            !responses['413'] || (requestBody?.['x-max-bytes'] ?? 0) < MAX_JSON_BYTES,
        )
        .map(({ name }) => name),
    ).toEqual([]);
    expect(
      operations
        .filter(({ requestBody, responses }) => requestBody && !responses['413'])
        .map(({ name }) => name),
    ).toEqual([]);
  });
});
