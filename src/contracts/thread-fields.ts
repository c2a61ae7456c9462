import { int, time } from './wire/field-types.ts';

/*
 * Fields of a thread that published pages and every shape of a thread in the API show as its row
 * has them. Lists of columns, the types of rows and of pages, and the wire follow from this; a new
 * field is a column (db/schema/thread.ts), an entry here, and its place in a view: both sites have
 * views/parts/ThreadMeta.tsx. Nothing that a thread's author wrote is in here: that is withheld
 * while a ban hides it (domain/visibility.ts).
 */

/** What a field holds: its value in a row, on the wire, and how the one becomes the other. */
const FIELD_KINDS = {
  count: { schema: int, toWire: (value: number) => value },
  time: { schema: time, toWire: (value: Date) => value.toISOString() },
} as const;

type FieldKinds = typeof FIELD_KINDS;

/** By the column's property; `wire` is the name on the wire, which deployed clients know. */
const FIELDS = {
  repliesCnt: { wire: 'posts_cnt', kind: 'count' },
  viewsCnt: { wire: 'views_cnt', kind: 'count' },
  favouritesCnt: { wire: 'favourite_cnt', kind: 'count' },
  createdAt: { wire: 'created_at', kind: 'time' },
  lastReplyAt: { wire: 'last_date', kind: 'time' },
} as const satisfies Record<string, { wire: string; kind: keyof FieldKinds }>;

type Fields = typeof FIELDS;
type Name = keyof Fields;

/** The fields as rows and pages have them. */
export type ThreadFields = {
  [N in Name]: Parameters<FieldKinds[Fields[N]['kind']]['toWire']>[0];
};

/** The fields as the API has them. */
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

/** For the zod objects of the wire. */
export const threadFieldSchemas = Object.fromEntries(
  fieldList.map(({ wire, schema }) => [wire, schema]),
) as ThreadFieldSchemas;

export function toThreadFieldsWire(row: ThreadFields): ThreadFieldsWire {
  const wires: Record<string, number | string> = {};
  for (const { name, wire, toWire } of fieldList) wires[wire] = toWire(row[name]);
  return wires as ThreadFieldsWire;
}
