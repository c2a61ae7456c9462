import type { Description, Schema } from './openapi.ts';

/* Values for fields of the API's description: valid and invalid ones. */

/** Existing ids, by the names of fields that refer to them. */
export type KnownIds = Readonly<
  Record<'thread' | 'post' | 'comment' | 'user' | 'forum' | 'theme' | 'other', readonly number[]>
>;

/** Marks a field that isn't sent. */
export const MISSING = Symbol('missing');

const LONG_TEXT = '长'.repeat(200_000);
const ODD_TEXTS: [name: string, value: string][] = [
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
const ODD_TIMES = [
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
const ODD_NUMBERS: [name: string, value: unknown][] = [
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
const WRONG_TYPES: [name: string, value: unknown][] = [
  ['null', null],
  ['true', true],
  ['an object', { a: { b: [] } }],
  ['an array', [[], {}, null, 'x']],
  ['a long array', Array.from({ length: 1_900 }, () => 1)],
];

/** Generates values of a schema, equal for equal random numbers. */
export class ValueGenerator {
  private readonly schemas: Record<string, Schema>;
  private readonly known: KnownIds;
  protected readonly random: () => number;

  constructor(description: Description, known: KnownIds, random: () => number) {
    this.schemas = description.components.schemas;
    this.known = known;
    this.random = random;
  }

  private integer(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }
  private pick<T>(from: readonly T[]): T {
    return from[this.integer(0, from.length - 1)] as T;
  }

  private resolved(schema: Schema): Schema {
    const { $ref, allOf, anyOf, oneOf, ...own } = schema;
    const parts = [
      ...($ref ? [this.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as Schema] : []),
      ...(allOf ?? []),
      ...((anyOf ?? oneOf) ? [this.pick(anyOf ?? oneOf ?? [])] : []),
    ];
    return Object.assign({}, ...parts.map((part) => this.resolved(part)).reverse(), own);
  }

  /** An existing id, chosen by the field's name; for "id" by the path. */
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
      return `<p>生成的文字 generated ${this.integer(1, 1e9)}</p>`;
    return `生成 text ${this.integer(1, 1e9)}`.slice(0, maxLength).padEnd(minLength, 'x');
  }

  /** A valid value; sometimes MISSING if the field is optional. */
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
        return this.integer(least, Math.min(schema.maximum ?? 3, least + 3));
      }
      case 'array':
        return schema.prefixItems
          ? schema.prefixItems.map((one) => this.valid(one, name, path))
          : Array.from(
              {
                length: this.integer(
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

  /** Invalid values and boundary values. */
  protected oddValues(given: Schema, name: string, path: string): [name: string, value: unknown][] {
    const schema = this.resolved(given);
    const ids: [string, unknown][] = /id$|ids$/.test(name)
      ? [['another one', this.idFor(name, path)]]
      : [];
    const times = /_at$|^from$|^to$|^date/.test(name)
      ? ODD_TIMES.map((time): [string, unknown] => [time, time])
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
      ...(schema.type === 'string' ? [['endless', LONG_TEXT] as [string, unknown]] : []),
    ];
    return [
      ['missing', MISSING],
      ...WRONG_TYPES,
      ...ODD_NUMBERS,
      ...ODD_TEXTS,
      ...long,
      ...ids,
      ...times,
      ...many,
    ];
  }

  /** The path of each field of a JSON body, including inner objects. */
  protected fieldsOf(given: Schema, depth = 2): { way: string[]; schema: Schema }[] {
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
}
