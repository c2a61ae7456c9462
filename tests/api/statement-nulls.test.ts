import { expect, test } from 'vitest';
import { compileParameters } from '#db/named-parameters.ts';
import { programOfText, root } from '../guards/sources.ts';
import { compareStatements } from '../support/statements/compare-statements.ts';
import { describeStatements } from '../support/statements/describe-statements.ts';
import { findCallsIn } from '../support/statements/find-calls.ts';
import { emptyDatabase } from '../support/test-database.ts';

/* The findings of statement-rows.test.ts, by statements with one mistake each. */

const { db } = await emptyDatabase();

/** The findings about statements, each as its SQL, row type and type of parameters. */
async function findIn(samples: readonly (readonly [sql: string, row: string, params?: string])[]) {
  const path = 'tests/api/statements.example.ts';
  const text = samples
    .map(([, row, params = '{}'], index) => `const s${index} = statement<${row}, ${params}>('');`)
    .join('\n');
  const program = programOfText(
    `${root}/${path}`,
    `declare function statement<Row, P>(sql: string): [Row, P];\n${text}`,
  );
  const calls = findCallsIn(program, [path]);
  const texts = samples.map(([sql], index) => ({
    ...compileParameters(sql),
    position: calls[index]?.position ?? '',
  }));
  const { descriptions, catalog } = await describeStatements(db, texts);
  const findings = compareStatements(
    descriptions.map((description, index) => ({
      ...description,
      text: texts[index] as (typeof texts)[number],
      call: calls[index] as (typeof calls)[number],
    })),
    catalog,
  );
  return samples.map((_, index) =>
    findings
      .filter(({ id }) => id.startsWith(`${path} s${index}:`))
      .map(({ message }) => message.replace(/^.*? s\d+: /, '')),
  );
}

const NULLABLE = [
  'select merged_into as x from thread',
  'select f.id as x from section s left join forum f on f.section_id = s.id',
  'select t.id as x from thread t full join post p on p.thread_id = t.id',
  'select (select id from forum limit 1) as x',
  'select max(id) as x from forum',
  'select max(id) filter (where rank > 1) as x from forum group by section_id',
  'select sum(merged_into)::int as x from thread group by forum_id',
  'select nullif(id, 1) as x from forum',
  'select case when rank > 1 then id end as x from forum',
  'select case when merged_into is null then merged_into else 1 end as x from thread',
  'select id as x from forum union all select merged_into from thread',
  'with c as (select merged_into as x from thread) select x from c',
  'select coalesce(merged_into, last_post_id) as x from thread',
  'select merged_into + 1 as x from thread',
  'select t.x from (select merged_into as x from thread) t',
  'update thread set top = 1 where merged_into is null returning merged_into as x',
  'update thread set merged_into = null where merged_into > 0 returning merged_into as x',
  'select x from (values (1), (null)) v(x)',
  'select lag(id) over (order by id) as x from forum',
  "select x from jsonb_to_recordset('[]') as r(x int)",
  'select x from unnest(array[1, null]) as x',
  'select merged_into as x from thread where merged_into = 1 or top = 1',
  `with recursive c as (
    select id, merged_into as x from thread union all select c.id, c.x from c where id > 5
  ) select x from c`,
];

const NEVER_NULL = [
  'select id as x from forum',
  'select f.id as x from section s join forum f on f.section_id = s.id',
  'select f.id as x from section s left join forum f on f.section_id = s.id where f.rank > 1',
  `select case when f.id is null then 0 else f.rank end as x
    from section s left join forum f on f.section_id = s.id`,
  'select count(*)::int as x from forum',
  'select max(id) as x from forum group by section_id',
  'select coalesce(max(id), 0) as x from forum',
  'select (select count(*)::int from forum) as x',
  'select merged_into as x from thread where merged_into is not null',
  'select merged_into as x from thread where merged_into = any(:ids::int[])',
  'select case when merged_into is null then 1 else merged_into end as x from thread',
  'select case when rank > 1 then id else 0 end as x from forum',
  'select id as x from forum union all select 1',
  'with c as (select id as x from forum) select x from c',
  'with d as (delete from forum returning id as x) select x from d',
  'insert into section (name, name_en) values (:name, :name) returning id as x',
  'update thread set merged_into = 1 returning merged_into as x',
  'select row_number() over (order by id)::int as x from forum',
  'select x from unnest(:ids::int[]) as x',
  'select x from generate_series(1, 3) as x',
  'select l.x from section s cross join lateral (select s.rank + 1 as x) l',
  `with recursive c as (
    select id as x from thread union all select c.x + 1 from c where x < 5
  ) select x from c`,
];
const PARAMS = '{ ids: number[]; name: string }';
const UNUSED = / has it, the SQL doesn't$/;
const nullsIn = async (statements: readonly string[], row: string) =>
  (await findIn(statements.map((sql) => [sql, row, PARAMS]))).map((messages) =>
    messages.filter((message) => !UNUSED.test(message)).map((message) => message.split(', ')[1]),
  );

test('[guard] a column that may be null is found', async () => {
  const found = await nullsIn(NULLABLE, '{ x: number }');
  expect(
    NULLABLE.filter((_, index) => found[index]?.join() !== 'PostgreSQL may return null'),
  ).toEqual([]);
});

test('[guard] a column that is never null is known', async () => {
  const found = await nullsIn(NEVER_NULL, '{ x: number | null }');
  expect(
    NEVER_NULL.filter((_, index) => found[index]?.join() !== 'PostgreSQL never returns null'),
  ).toEqual([]);
});

test('[guard] a wrong name or type is found', async () => {
  expect(
    await findIn([
      ['select id, name from forum', '{ id: number; name: string }'],
      ['select id, name from forum', '{ id: number }'],
      ['select id from forum', '{ id: number; name: string }'],
      ['select id from forum', '{ id: string }'],
      ['select created_at as at from forum', '{ at: string }'],
      ['select array[1::int8] as ids', '{ ids: number[] }'],
      ['select id from forum where id = :id', '{ id: number }', '{ forumId: number }'],
      ['select id from forum where id = :id', '{ id: number }', '{ id: string }'],
      ["select notify_after_commit('a', 'b')", '{}'],
      ['select access from forum', "{ access: 'public' | 'members' }"],
    ]),
  ).toEqual([
    [],
    [`column "name": { id: number; } doesn't name it, and PostgreSQL returns text (string)`],
    [
      'column "name": { id: number; name: string; } expects string, but PostgreSQL returns no such column',
    ],
    ['column "id": { id: string; } expects string, PostgreSQL returns int4 (number)'],
    ['column "at": { at: string; } expects string, PostgreSQL returns timestamptz (Date)'],
    ['column "ids": { ids: number[]; } expects number[], PostgreSQL returns _int8 (string[])'],
    [
      ":forumId: { forumId: number; } has it, the SQL doesn't",
      ':id: PostgreSQL expects int4, { forumId: number; } has no such name',
    ],
    [':id: PostgreSQL expects int4, { id: string; } has string'],
    [],
    [],
  ]);
});
