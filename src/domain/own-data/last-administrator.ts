import { ADMIN_GROUP_ID, ADMIN_USER_IDS, SUPER_ADMIN_GROUP_ID } from '#contracts/ranks.ts';
import { ADMINISTRATORS_LOCK_ID } from '#db/advisory-lock-ids.ts';
import { type Runner, statement } from '#db/statement.ts';

/** Of two administrators who leave concurrently, one sees the other. */
const lockAdministrators = statement<unknown>(
  `select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK_ID})`,
);
// Two key ranges: no single index covers group and user ids.
const selectOthers = statement<{ administers: boolean; others: number }, { userId: number }>(`
  with administrators as (
    select id
    from "user"
    where group_id in (${SUPER_ADMIN_GROUP_ID}, ${ADMIN_GROUP_ID}) and left_at is null
    union
    select id
    from "user"
    where id in (${ADMIN_USER_IDS.join(', ')}) and left_at is null
  )
  select
    exists (select from administrators where id = :userId) as administers,
    (
      select count(*)::int
      from administrators a
      where a.id <> :userId
        and not exists (
          select
          from account_deletion d
          where d.user_id = a.id and d.finished_at is null
        )
    ) as others`);

/** Whether the user is the last administrator, ignoring others about to leave. Takes a lock. */
export async function isLastAdministrator(tx: Runner, userId: number): Promise<boolean> {
  await lockAdministrators(tx);
  const [found] = await selectOthers(tx, { userId });
  return found?.administers === true && found.others === 0;
}
