import { int, time } from './wire/field-types.ts';

/*
 * Thread fields that published pages and the API show unchanged from the row. A new field needs a
 * column (db/schema/thread.ts), an entry here, and views/parts/ThreadMeta.tsx for both sites;
 * columns, types and wire follow. No author content here, because a ban can hide it
 * (domain/shared/visibility.ts).
 */

/** Schema on the wire, and the conversion of the row's value. */
const FIELD_KINDS = {
  count: { schema: int, toWire: (value: number) => value },
  time: { schema: time, toWire: (value: Date) => value.toISOString() },
} as const;

type FieldKinds = typeof FIELD_KINDS;

/** By the column's property; `wire` is the name that deployed clients know. */
const FIELDS = {
  repliesCnt: { wire: 'posts_cnt', kind: 'count' },
  viewsCnt: { wire: 'views_cnt', kind: 'count' },
  favouritesCnt: { wire: 'favourite_cnt', kind: 'count' },
  createdAt: { wire: 'created_at', kind: 'time' },
  lastReplyAt: { wire: 'last_date', kind: 'time' },
} as const satisfies Record<string, { wire: string; kind: keyof FieldKinds }>;

type Fields = typeof FIELDS;
type Name = keyof Fields;

/** Types in rows and pages. */
export type ThreadFields = {
  [N in Name]: Parameters<FieldKinds[Fields[N]['kind']]['toWire']>[0];
};

/** Types on the wire. */
export type ThreadFieldsWire = {
  [N in Name as Fields[N]['wire']]: ReturnType<FieldKinds[Fields[N]['kind']]['toWire']>;
};

type ThreadFieldSchemas = {
  [N in Name as Fields[N]['wire']]: FieldKinds[Fields[N]['kind']]['schema'];
};

export const THREAD_FIELD_NAMES = Object.keys(FIELDS) as Name[];

const fieldList = THREAD_FIELD_NAMES.map((name) => {
  const { wire, kind } = FIELDS[name];
  const { schema, toWire } = FIELD_KINDS[kind];
  return { name, wire, schema, toWire: toWire as (value: number | Date) => number | string };
});

/** For the wire's zod objects. */
export const threadFieldSchemas = Object.fromEntries(
  fieldList.map(({ wire, schema }) => [wire, schema]),
) as ThreadFieldSchemas;

export function toThreadFieldsWire(row: ThreadFields): ThreadFieldsWire {
  const wires: Record<string, number | string> = {};
  for (const { name, wire, toWire } of fieldList) wires[wire] = toWire(row[name]);
  return wires as ThreadFieldsWire;
}
