import type { TestApi } from './test-api.ts';

/* All GET calls of the API's description, so that tests include future calls. */

interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  schema?: { enum?: string[]; items?: unknown };
}

export interface GetCall {
  path: string;
  parameters: Parameter[];
}

/** Calls that answer with a redirect, a picture or metrics: never with users' text. */
const CALLS_WITHOUT_TEXT = [
  /^\/api\/v1\/login(\/(?!is_login)|$)/,
  /^\/admin\//,
  /^\/api\/v1\/captcha/,
  /^\/api\/v1\/user\/events$/,
  /^\/api\/v1\/thread\/down_image$/,
];

export async function listGetCalls(api: TestApi): Promise<GetCall[]> {
  const { body } = await api.call<{
    paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  }>('GET', '/api/openapi.json');
  return Object.entries(body.paths).flatMap(([path, { get }]) =>
    get && !CALLS_WITHOUT_TEXT.some((one) => one.test(path))
      ? [{ path, parameters: get.parameters ?? [] }]
      : [],
  );
}

/** Values by parameter name. */
export type ParameterValues = Readonly<Record<string, readonly (string | number)[]>>;

/**
 * Addresses of one call: every combination of its required parameters, and each of those with one
 * optional parameter. Lists are requested with 100 rows. A key of `asked` may name the call:
 * '/api/v1/forum/id id' wins over 'id'.
 */
export function buildAddresses({ path, parameters }: GetCall, asked: ParameterValues): string[] {
  const valuesOf = ({ name, schema }: Parameter): readonly (string | number)[] =>
    asked[`${path} ${name}`] ?? asked[name] ?? schema?.enum ?? [];
  const needed = parameters.filter((one) => one.required && one.in !== 'header');
  const optional = parameters.filter(
    (one) => !one.required && one.in === 'query' && one.name !== 'limit' && one.name !== 'offset',
  );
  let combinations: Record<string, string | number>[] = [{}];
  for (const parameter of needed)
    combinations = combinations.flatMap((chosen) =>
      valuesOf(parameter).map((value) => ({ ...chosen, [parameter.name]: value })),
    );
  const widened = combinations.flatMap((chosen) => [
    chosen,
    ...optional.flatMap((parameter) =>
      valuesOf(parameter).map((value) => ({ ...chosen, [parameter.name]: value })),
    ),
  ]);
  const limit = parameters.some((one) => one.name === 'limit') ? { limit: 100 } : {};
  return widened.map((chosen) => {
    const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => String(chosen[name]));
    const query = Object.entries({ ...chosen, ...limit }).filter(
      ([name]) => !path.includes(`{${name}}`),
    );
    return query.length > 0
      ? `${inPath}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`
      : inPath;
  });
}
