import type { AdminMeWire } from '#contracts/wire/admin-me.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

type CurrentAdmin = Omit<AdminMeWire, 'counts' | 'time_zone' | 'fresh_until'>;

const selectAdmin = statement<CurrentAdmin, { id: number }>(`
  select
    u.id,
    u.nickname,
    u.avatar,
    jsonb_build_object('name', g.name, 'name_en', g.name_en) as "group"
  from "user" u
  join "group" g on g.id = u.group_id
  where u.id = :id`);

/** An administrator, as the admin area shows who is there. */
export const readCurrentAdmin = async (db: Db, id: number): Promise<CurrentAdmin> =>
  (await selectAdmin(db, { id }))[0] as CurrentAdmin;
