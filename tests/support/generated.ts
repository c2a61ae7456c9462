/*
 * Requests that are made from the API's description: valid ones, and ones with one field that
 * isn't.
 */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Described {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }>; 'x-max-bytes'?: number };
  responses: Record<string, { content?: Record<string, unknown> }>;
  'x-right'?: string;
  'x-rate'?: string;
}

export interface Description {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation extends Described {
  /** "GET /api/v1/forum" */
  name: string;
  method: string;
  path: string;
}

export const operationsOf = ({ paths }: Description): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      ...one,
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
    })),
  );

/** Numbers that seem random and are the same for the same seed (mulberry32); from 0 up to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Numbers of rows that there are, by what fields are called that name them. */
export type Known = Readonly<
  Record<'thread' | 'post' | 'comment' | 'user' | 'forum' | 'theme' | 'other', readonly number[]>
>;

export interface Request {
  /** Which field was made odd, and how: "thread_id: null"; "valid" when none was. */
  what: string;
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** JSON as it is sent, or a form; undefined for none. */
  body: string | FormData | undefined;
  type: string | undefined;
}

const MISSING = Symbol('missing');

const LONG = '长'.repeat(200_000);
const TEXTS: [name: string, value: string][] = [
  ['empty', ''],
  ['NUL', 'a\0b'],
  ['half a character', 'a\ud800b'],
  ['other half', '\udc00'],
  ['joined', '👩‍👩‍👧‍👦é'.repeat(5)],
  ['turned', '\u202etxt\u200b\ufeff'],
  ['signs of SQL', `'; drop table "user" --`],
  ['signs of patterns', 'usb-c (*)+?[a-\\ %_ $1 $x'],
  ['signs of searches', 'a & | ! <-> :* "b c" -d'],
  ['markup', '<b class="x" onclick=y>&lt;script>&#0;</i>'],
  ['prototype', '__proto__'],
];
const TIMES = [
  '2026-13-45',
  '10000-01-01',
  '0000-00-00',
  '2026-02-30',
  '-000001-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '0001-01-01T00:00:00+14:00',
  '9998-12-31',
  '2026-01-01T25:00:00Z',
  '1',
];
const NUMBERS: [name: string, value: unknown][] = [
  ['negative', -1],
  ['nothing', 0],
  ['above int4', 2_147_483_648],
  ['above 2^53', 2 ** 53 + 2],
  ['huge', 1e308],
  ['huge text', '99999999999999999999999'],
  ['fraction', 1.5],
  ['exponent', '1e3'],
  ['hexadecimal', '0x10'],
  ['text', 'NaN'],
];
const WRONG: [name: string, value: unknown][] = [
  ['null', null],
  ['true', true],
  ['an object', { a: { b: [] } }],
  ['an array', [[], {}, null, 'x']],
  ['a long array', Array.from({ length: 1_900 }, () => 1)],
];

export class Generator {
  private readonly schemas: Record<string, Schema>;
  private readonly known: Known;
  private readonly random: () => number;

  constructor(description: Description, known: Known, random: () => number) {
    this.schemas = description.components.schemas;
    this.known = known;
    this.random = random;
  }

  private whole(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }
  private pick<T>(from: readonly T[]): T {
    return from[this.whole(0, from.length - 1)] as T;
  }

  private resolved(schema: Schema): Schema {
    const { $ref, allOf, anyOf, oneOf, ...own } = schema;
    const parts = [
      ...($ref ? [this.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as Schema] : []),
      ...(allOf ?? []),
      ...((anyOf ?? oneOf) ? [this.pick(anyOf ?? oneOf ?? [])] : []),
    ];
    return Object.assign({}, ...parts.map((one) => this.resolved(one)).reverse(), own);
  }

  /**
   * The number of something that there is, as the field's name says what; of "id" the path does.
   */
  private idFor(name: string, path: string): number {
    const about = /^ids?$|^id_/.test(name) ? path : name;
    const noun = (
      ['comment', 'theme', 'type', 'forum', 'user', 'post', 'thread', 'tid'] as const
    ).find((one) => about.includes(one));
    const known =
      noun === 'type'
        ? this.known.theme
        : noun === 'tid'
          ? this.known.thread
          : this.known[noun ?? 'other'];
    return this.random() < 0.1 ? this.pick(this.known.other) : this.pick(known);
  }

  private textFor(
    name: string,
    { minLength = 0, maxLength = 60, pattern, format }: Schema,
  ): string {
    if (format === 'date-time') return '2026-03-04T05:06:07+08:00';
    if (format === 'date') return '2026-03-04';
    if (pattern) return this.pick(['', 'abc', '/zh', '0123456789abcdef', '2026-03-04']);
    if (/^(?:ids|posts)$/.test(name))
      return [this.pick(this.known.post), this.pick(this.known.user)].join(',');
    if (/language/.test(name)) return this.pick(['zh_CN', 'en_US', '']);
    if (/(?:^|_)at$|^from$|^to$/.test(name))
      return this.pick(['2026-03-04', '2030-01-01 10:00:00', '2026-03-04T05:06:07+08:00', '']);
    if (name === 'message' || name === 'note')
      return `<p>生成的文字 generated ${this.whole(1, 1e9)}</p>`;
    return `生成 text ${this.whole(1, 1e9)}`.slice(0, maxLength).padEnd(minLength, 'x');
  }

  /** A value that fits, MISSING now and then where it may be. */
  valid(given: Schema, name: string, path: string): unknown {
    const schema = this.resolved(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return this.pick(schema.enum);
    const types = [schema.type ?? (schema.properties ? 'object' : 'string')].flat();
    const type = this.pick(types.length > 1 ? types.filter((one) => one !== 'null') : types);
    switch (type) {
      case 'boolean':
        return this.random() < 0.5;
      case 'integer':
      case 'number': {
        if (/^ids?$|_id$|^tid$|polloptionid/.test(name)) return this.idFor(name, path);
        const least = Math.max(schema.minimum ?? 0, -1_000);
        return this.whole(least, Math.min(schema.maximum ?? 3, least + 3));
      }
      case 'array':
        return schema.prefixItems
          ? schema.prefixItems.map((one) => this.valid(one, name, path))
          : Array.from(
              {
                length: this.whole(
                  schema.minItems ?? 0,
                  Math.min(schema.maxItems ?? 2, (schema.minItems ?? 0) + 2),
                ),
              },
              () => this.valid(schema.items ?? {}, name, path),
            );
      case 'object':
        return this.objectOf(schema, path);
      default:
        return this.textFor(name, schema);
    }
  }

  private objectOf(
    { properties = {}, required = [] }: Schema,
    path: string,
  ): Record<string, unknown> {
    const chosen = Object.entries(properties).filter(
      ([name]) => required.includes(name) || this.random() < 0.6,
    );
    return Object.fromEntries(chosen.map(([name, one]) => [name, this.valid(one, name, path)]));
  }

  /** Values that a field should not have, or that are at the edge of what it may have. */
  private odd(given: Schema, name: string, path: string): [name: string, value: unknown][] {
    const schema = this.resolved(given);
    const ids: [string, unknown][] = /id$|ids$/.test(name)
      ? [['another one', this.idFor(name, path)]]
      : [];
    const times = /_at$|^from$|^to$|^date/.test(name)
      ? TIMES.map((time): [string, unknown] => [time, time])
      : [];
    const many: [string, unknown][] =
      schema.type === 'array'
        ? [
            [
              'one too many',
              Array.from({ length: (schema.maxItems ?? 500) + 1 }, () =>
                this.valid(schema.items ?? {}, name, path),
              ),
            ],
          ]
        : [];
    const long: [string, unknown][] = [
      ['too long', 'x'.repeat((schema.maxLength ?? 10_000) + 1)],
      ...(schema.type === 'string' ? [['endless', LONG] as [string, unknown]] : []),
    ];
    return [
      ['missing', MISSING],
      ...WRONG,
      ...NUMBERS,
      ...TEXTS,
      ...long,
      ...ids,
      ...times,
      ...many,
    ];
  }

  /** Each way to a field of a JSON body, those of inner objects included. */
  private fieldsOf(given: Schema, depth = 2): { way: string[]; schema: Schema }[] {
    const { properties = {} } = this.resolved(given);
    return Object.entries(properties).flatMap(([name, schema]) => [
      { way: [name], schema },
      ...(depth > 0
        ? this.fieldsOf(schema, depth - 1).map(({ way, schema: inner }) => ({
            way: [name, ...way],
            schema: inner,
          }))
        : []),
    ]);
  }

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
  ): Pick<Request, 'path' | 'query' | 'headers'> {
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
      // No client could send another one.
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

  /** A request that fits the description, though perhaps nothing that there is. */
  fitting(operation: Operation): Request {
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
  ): Request {
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

  private oddBodies(operation: Operation): Request[] {
    const plain = this.parametersOf(operation);
    const bodies: [what: string, body: string | undefined, type?: string][] = [
      ['no body', undefined],
      ['an empty body', ''],
      ['half a body', '{"id":1,"message":"'],
      ['not JSON', '\0\ufeff{]'],
      ['an array', '[]'],
      ['a number', '1'],
      ['null', 'null'],
      ['a deep body', '['.repeat(30_000) + ']'.repeat(30_000)],
      ['a deep object', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
      ['many keys', `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join()}}`],
      ['many values', `{"ids":[${Array.from({ length: 30_000 }, () => 1).join()}]}`],
      ['the prototype', '{"__proto__":{"a":1},"constructor":{"prototype":{}}}'],
      [
        'too many bytes',
        `{"message":"${'x'.repeat((operation.requestBody?.['x-max-bytes'] ?? 65_536) + 1)}"}`,
      ],
      ['another type', '<a/>', 'application/xml'],
      ['a form', 'id=1&message=x', 'application/x-www-form-urlencoded'],
      ['a type of nothing', '{}', 'application/json; charset=\u00e9'],
    ];
    return bodies.map(([what, body, type = 'application/json']) => ({
      what,
      ...plain,
      body,
      type: body === undefined ? undefined : type,
    }));
  }

  /** Forms that no browser sends. */
  private oddForms(operation: Operation): Request[] {
    if (!operation.requestBody?.content['multipart/form-data']) return [];
    const plain = this.parametersOf(operation);
    const named = 'content-disposition: form-data; name="image"; filename="a.png"';
    const part = (head: string, content = 'x') => `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`;
    const bodies: [what: string, body: string | undefined, type?: string][] = [
      ['no form', undefined],
      ['an empty form', ''],
      ['a form without an end', `--b\r\n${named}\r\n\r\nx`],
      ['a form with another border', part(named), 'multipart/form-data; boundary=c'],
      ['a form without a border', part(named), 'multipart/form-data'],
      ['a form of mail', part(named), 'multipart/mixed; boundary=b'],
      ['a form with a nameless part', part('content-disposition: form-data')],
      ['a form with a part without a head', '--b\r\n\r\nx\r\n--b--\r\n'],
      ['a form with bare ends of lines', part(named).replaceAll('\r\n', '\n')],
      ['a form with a text for a file', part('content-disposition: form-data; name="image"')],
      [
        'a form with the prototype',
        part('content-disposition: form-data; name="__proto__"; filename="a.png"'),
      ],
      ['a form with an empty file', part(named, '')],
      [
        'a form with a name of many signs',
        part(
          `content-disposition: form-data; name="image"; filename="${'../\u202e"\\'.repeat(2_000)}"`,
        ),
      ],
      ['a form of many parts', `--b\r\n${named}\r\n\r\nx\r\n`.repeat(500)],
    ];
    return bodies.map(([what, body, type = 'multipart/form-data; boundary=b']) => ({
      what,
      ...plain,
      body,
      type: body === undefined ? undefined : type,
    }));
  }

  /** One request for each field and each way in which it can be odd. */
  odds(operation: Operation): Request[] {
    const schema = this.bodySchema(operation);
    const valid = () => this.fitting(operation);
    const parameters = (operation.parameters ?? []).flatMap(({ name, schema: one }) =>
      this.odd(one, name, operation.path).map(([what, value]) => ({
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
          this.odd(one, way.at(-1) as string, operation.path).map((value) =>
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
