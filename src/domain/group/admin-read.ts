import { ADMIN_GROUP_IDS, type AdminGroupWire, GROUP_RIGHTS } from '#contracts/wire/admin-group.ts';
import type { Db } from '#db/client.ts';
import { type Runner, runner, statement } from '#db/statement.ts';

/**
 * Members are counted up to here: most groups are small, and the one of everybody is as large as
 * the community.
 */
const COUNTED = 10_000;

/** SQL: a column of the rights, which groups 10000 and 10001 have whatever it says. */
const right = (name: string): string =>
  `(g.${name} or g.id in (${ADMIN_GROUP_IDS.join(', ')})) as ${name}`;
const GROUP = `
  select
    g.id,
    g.name,
    g.name_en,
    ${GROUP_RIGHTS.map(right).join(', ')},
    g.version,
    least(m.members, ${COUNTED})::int as members,
    m.members > ${COUNTED} as more,
    (select count(*)::int from forum_group where group_id = g.id) as forums
  from "group" g
  cross join lateral (
    select count(*) as members
    from (select from "user" where group_id = g.id limit ${COUNTED + 1}) counted
  ) m`;
const groups = statement<AdminGroupWire>(`${GROUP} order by g.id`);
const group = statement<AdminGroupWire, { id: number }>(`${GROUP} where g.id = :id`);

export const readGroups = (db: Db): Promise<AdminGroupWire[]> => groups(db);
export const readGroup = async (on: Db | Runner, id: number): Promise<AdminGroupWire | undefined> =>
  (await group(runner(on), { id }))[0];
