import { GROUP_RIGHTS } from '#contracts/admin-choices.ts';
import type { AdminGroupWire } from '#contracts/calls/admin/admin-user-calls.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';
import { effectiveRightSql } from '../../reference/level-wire.ts';

/** Counting ends here: the default group is as large as the community. */
const MAX_COUNTED_MEMBERS = 10_000;

const SELECT_GROUP = `
  select
    g.id,
    g.name,
    g.name_en,
    ${GROUP_RIGHTS.map((name) => `${effectiveRightSql(name)} as ${name}`).join(', ')},
    g.version,
    least(m.members, ${MAX_COUNTED_MEMBERS})::int as members,
    m.members > ${MAX_COUNTED_MEMBERS} as more,
    (select count(*)::int from forum_group where group_id = g.id) as forums
  from "group" g
  cross join lateral (
    select count(*) as members
    from (select from "user" where group_id = g.id limit ${MAX_COUNTED_MEMBERS + 1}) counted
  ) m`;
export const readGroups = statement<AdminGroupWire>(`${SELECT_GROUP} order by g.id`);
const selectGroup = statement<AdminGroupWire, { id: number }>(`${SELECT_GROUP} where g.id = :id`);

export const readGroup = async (on: Db | Runner, id: number): Promise<AdminGroupWire | undefined> =>
  (await selectGroup(toRunner(on), { id }))[0];
