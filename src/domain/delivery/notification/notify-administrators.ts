import { ADMIN_USER_IDS } from '#contracts/ranks.ts';
import { type Runner, statement } from '#db/statement.ts';
import { notifyUsers } from './notify-users.ts';
import { ADMIN_GROUPS_SQL } from './queue-notices.ts';

const selectAdministrators = statement<{ id: number }>(`
  select id
  from "user"
  where id = any(
      array(select id from "user" where group_id in ${ADMIN_GROUPS_SQL})
      || array[${ADMIN_USER_IDS.join()}]
    )
  order by id`);

/** Notifies all administrators of an event, whose text is `act.*` in the dictionaries. */
export async function notifyAdministrators(tx: Runner, act: string): Promise<void> {
  const administrators = await selectAdministrators(tx);
  await notifyUsers(
    tx,
    administrators.map(({ id }) => ({ userId: id, kind: 'system', act })),
  );
}
