import { malformedForms, malformedJsonBodies } from './malformed-bodies.ts';
import type { Operation, Schema } from './openapi.ts';
import { MISSING, ValueGenerator } from './value-generator.ts';

/* Requests generated from the API's description: valid ones, and ones with one invalid field. */

/** Pseudorandom numbers from 0 up to 1, equal for equal seeds (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface GeneratedRequest {
  /** The changed field and its value, such as "thread_id: null"; "valid" for none. */
  what: string;
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** JSON as sent, or a form; undefined for no body. */
  body: string | FormData | undefined;
  type: string | undefined;
}

/** Generates an operation's requests, equal for equal random numbers. */
export class RequestGenerator extends ValueGenerator {
  private asQuery(name: string, value: unknown): [string, string][] {
    if (value === MISSING) return [];
    if (Array.isArray(value)) return value.slice(0, 50).map((one) => [name, String(one)]);
    return [
      [name, (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 6_000)],
    ];
  }

  private parametersOf(
    operation: Operation,
    changed?: { name: string; value: unknown },
  ): Pick<GeneratedRequest, 'path' | 'query' | 'headers'> {
    let { path } = operation;
    const query: [string, string][] = [];
    const headers: Record<string, string> = {};
    for (const { name, in: place, required = false, schema } of operation.parameters ?? []) {
      const own =
        changed?.name === name
          ? changed.value
          : required || place === 'path' || this.random() < 0.5
            ? this.valid(schema, name, operation.path)
            : MISSING;
      const texts = this.asQuery(name, own);
      if (place === 'query') query.push(...texts);
      else if (place === 'path')
        path = path.replace(
          `{${name}}`,
          texts[0]?.[1] === '.' || texts[0]?.[1] === '..'
            ? 'x'
            : encodeURIComponent((texts[0]?.[1] ?? '').toWellFormed()),
        );
      // HTTP clients can't send other characters in a header.
      else if (texts[0] && /^[\x20-\x7e]*$/.test(texts[0][1])) headers[name] = texts[0][1];
    }
    return { path, query, headers };
  }

  private bodySchema = ({ requestBody }: Operation): Schema | undefined =>
    requestBody?.content['application/json']?.schema;

  private jsonBody(operation: Operation, schema: Schema): Record<string, unknown> {
    const body = this.valid(schema, '', operation.path);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  }

  /** A request that fits the description; its ids may not exist. */
  validRequest(operation: Operation): GeneratedRequest {
    const schema = this.bodySchema(operation);
    return {
      what: 'valid',
      ...this.parametersOf(operation),
      ...(schema
        ? { body: JSON.stringify(this.jsonBody(operation, schema)), type: 'application/json' }
        : { body: undefined, type: undefined }),
    };
  }

  private withField(
    operation: Operation,
    schema: Schema,
    way: string[],
    [name, value]: [string, unknown],
  ): GeneratedRequest {
    const body = this.jsonBody(operation, schema);
    let place = body;
    for (const step of way.slice(0, -1))
      place = (
        typeof place[step] === 'object' && place[step] !== null ? place[step] : (place[step] = {})
      ) as Record<string, unknown>;
    const last = way.at(-1) as string;
    if (value === MISSING) delete place[last];
    else place[last] = value;
    return {
      what: `${way.join('.')}: ${name}`,
      ...this.parametersOf(operation),
      body: JSON.stringify(body),
      type: 'application/json',
    };
  }

  private oddBodies(operation: Operation): GeneratedRequest[] {
    const plain = this.parametersOf(operation);
    return malformedJsonBodies(operation.requestBody?.['x-max-bytes'] ?? 65_536).map(
      ([what, body, type = 'application/json']) => ({
        what,
        ...plain,
        body,
        type: body === undefined ? undefined : type,
      }),
    );
  }

  private oddForms(operation: Operation): GeneratedRequest[] {
    if (!operation.requestBody?.content['multipart/form-data']) return [];
    const plain = this.parametersOf(operation);
    return malformedForms.map(([what, body, type = 'multipart/form-data; boundary=b']) => ({
      what,
      ...plain,
      body,
      type: body === undefined ? undefined : type,
    }));
  }

  /** One request for each field and each kind of odd value. */
  oddRequests(operation: Operation): GeneratedRequest[] {
    const schema = this.bodySchema(operation);
    const valid = () => this.validRequest(operation);
    const parameters = (operation.parameters ?? []).flatMap(({ name, schema: one }) =>
      this.oddValues(one, name, operation.path).map(([what, value]) => ({
        ...valid(),
        ...this.parametersOf(operation, { name, value }),
        what: `${name}: ${what}`,
      })),
    );
    const repeated = (operation.parameters ?? [])
      .filter(({ in: place }) => place === 'query')
      .slice(0, 1)
      .map(({ name }) => ({
        ...valid(),
        query: [
          [name, '1'],
          [name, '2'],
        ] as [string, string][],
        what: `${name}: twice`,
      }));
    const odd = {
      ...valid(),
      query: [
        ['\0', 'x'],
        ['a%', '%E0%A4%A'],
      ] as [string, string][],
      what: 'an odd query',
    };
    const fields = schema
      ? this.fieldsOf(schema).flatMap(({ way, schema: one }) =>
          this.oddValues(one, way.at(-1) as string, operation.path).map((value) =>
            this.withField(operation, schema, way, value),
          ),
        )
      : [];
    return [
      ...parameters,
      ...repeated,
      odd,
      ...fields,
      ...(schema ? this.oddBodies(operation) : []),
      ...this.oddForms(operation),
    ];
  }
}
