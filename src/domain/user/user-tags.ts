import type { UserTagWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';

const selectUserTags = statement<UserTagWire, { userId: number }>(`
  select
    id,
    user_id,
    language as lang,
    text,
    color,
    ${isoSql('created_at')} as created_at,
    ${isoSql('updated_at')} as updated_at,
    null as deleted_at
  from user_tag
  where user_id = :userId and deleted_at is null
  order by id`);

/** A person's tags; none for a person that isn't there. */
export const readUserTags = (db: Db, userId: number): Promise<UserTagWire[]> =>
  selectUserTags(db, { userId });
