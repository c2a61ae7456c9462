import { AppError } from '#contracts/errors.ts';
import type { PersonalDataWire } from '#contracts/wire/admin-user.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { readSignInsOfUser } from '../sign-in/read.ts';
import { SESSION_ID_SQL } from './user-for-admin.ts';
import type { PersonalDataKind } from './user-table.ts';

const selectPersonalData = statement<Omit<PersonalDataWire, 'sign_ins'>, { id: number }>(`
  select
    realname,
    email,
    email_checked,
    mobile,
    qq,
    created_ip,
    login_ip,
    (
      select coalesce(
        jsonb_agg(jsonb_build_object('id', ${SESSION_ID_SQL}, 'ip', ip) order by seen_at desc),
        '[]'
      )
      from session
      where user_id = u.id and expires_at > now()
    ) as sessions
  from "user" u
  where id = :id`);

/**
 * The personal data of a user; writes into the admin log that `actorId` looked at it. Throws
 * notFound.
 */
export const readPersonalData = (db: Db, actorId: number, id: number): Promise<PersonalDataWire> =>
  inTransaction(db, async (tx) => {
    const [found] = await selectPersonalData(tx, { id });
    if (!found) throw new AppError('notFound');
    await logAdminAction(tx, { actorId, action: 'user.personal', target: { userId: id } });
    return { ...found, sign_ins: await readSignInsOfUser(tx, id) };
  });

/** Writes into the admin log that an administrator searched for users by personal data. */
export const logPersonalSearch = (db: Db, actorId: number, by: PersonalDataKind): Promise<void> =>
  inTransaction(db, (tx) =>
    logAdminAction(tx, { actorId, action: 'user.search', target: { name: by }, detail: { by } }),
  );
