import { AppError } from '#contracts/errors.ts';
import type { AdminMeWire } from '#contracts/wire/admin-me.ts';
import type {
  AdminBanWire,
  AdminSessionWire,
  AdminUserRowWire,
  AdminUserWire,
  AdminWarningWire,
  PersonalDataWire,
} from '#contracts/wire/admin-user.ts';
import { joinByKeySql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { userJsonSql } from '../shared/user-json-sql.ts';
import { isGlobalModerator } from '../shared/viewer.ts';
import { outranks } from './rank.ts';
import { readSignInsOfUser } from './sign-in/read.ts';
import { ADMIN_USER_COLUMNS, type PersonalDataKind } from './user-table.ts';

type AdminUserCard = AdminUserRowWire &
  Pick<
    AdminUserWire,
    | 'description'
    | 'level_name'
    | 'level_name_en'
    | 'credits'
    | 'threads'
    | 'likes'
    | 'digests'
    | 'featured'
    | 'logins'
    | 'moderates'
  >;

const selectUser = statement<AdminUserCard, { id: number }>(`
  select
    ${ADMIN_USER_COLUMNS},
    u.description,
    l.name as level_name,
    l.name_en as level_name_en,
    u.credits,
    u.threads_cnt as threads,
    u.likes_cnt as likes,
    u.digests_cnt as digests,
    u.featured_cnt as featured,
    u.logins_cnt as logins,
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', f.id, 'name', f.name, 'name_en', f.name_en)
          order by f.id
        ),
        '[]'
      )
      from forum_moderator m
      join forum f on f.id = m.forum_id
      where m.user_id = u.id
    ) as moderates
  from "user" u
  join "group" g on g.id = u.group_id
  join level l on l.id = u.level_id
  where u.id = :id`);
const selectBans = statement<AdminBanWire & { open: boolean }, { userId: number }>(`
  select
    b.id,
    ${userJsonSql('m')} as by,
    b.reason,
    ${isoSql('b.begin_at')} as begin_at,
    ${isoSql('b.end_at')} as end_at,
    b.hide_content as hides,
    ${isoSql('b.lifted_at')} as lifted_at,
    x.nickname as lifted_by,
    ${isoSql('b.created_at')} as created_at,
    b.lifted_at is null and (b.end_at is null or b.end_at > now()) as open
  from ban b
  ${joinByKeySql('"user"', 'm', 'b.moderator_id')}
  ${leftJoinByKeySql('"user"', 'x', 'b.lifted_by')}
  where b.user_id = :userId
  order by b.id desc
  limit 100`);
const selectWarnings = statement<AdminWarningWire, { userId: number }>(`
  select
    w.id,
    ${userJsonSql('m')} as by,
    coalesce(w.thread_id, 0) as thread_id,
    w.post_id,
    coalesce(t.subject, '') as subject,
    w.note,
    ${isoSql('w.created_at')} as created_at,
    ${isoSql('w.withdrawn_at')} as withdrawn_at,
    x.nickname as withdrawn_by
  from warning w
  ${joinByKeySql('"user"', 'm', 'w.moderator_id')}
  ${leftJoinByKeySql('thread', 't', 'w.thread_id')}
  ${leftJoinByKeySql('"user"', 'x', 'w.withdrawn_by')}
  where w.user_id = :userId
  order by w.id desc
  limit 100`);
/** Prefix of a hash that identifies one of a user's sessions. */
const SESSION_ID_SQL = `left(token_hash, 16)`;
const selectSessions = statement<AdminSessionWire, { userId: number; ownHash: string }>(`
  select
    ${SESSION_ID_SQL} as id,
    kind,
    user_agent,
    ${isoSql('created_at')} as created_at,
    ${isoSql('seen_at')} as seen_at,
    token_hash = :ownHash as current
  from session
  where user_id = :userId and expires_at > now()
  order by seen_at desc
  limit 100`);

/** Without personal data. `ownHash`: hash of the current session. Throws notFound. */
export async function readUserForAdmin(
  db: Db,
  actorId: number,
  id: number,
  ownHash: string,
): Promise<AdminUserWire> {
  const [[found], banRows, warned, sessionRows, below] = await Promise.all([
    selectUser(db, { id }),
    selectBans(db, { userId: id }),
    selectWarnings(db, { userId: id }),
    selectSessions(db, { userId: id, ownHash }),
    outranks(db, actorId, id),
  ]);
  if (!found) throw new AppError('notFound');
  return {
    ...found,
    administers: isGlobalModerator({ userId: id, groupId: found.group.id }),
    below: id !== actorId && below,
    ban: banRows.find((one) => one.open)?.id ?? 0,
    bans: banRows.map(({ open, ...row }) => row),
    warned,
    sessions: sessionRows,
  };
}

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

/** A user's personal data; logs the access by `actorId`. Throws notFound. */
export const readPersonalData = (db: Db, actorId: number, id: number): Promise<PersonalDataWire> =>
  inTransaction(db, async (tx) => {
    const [found] = await selectPersonalData(tx, { id });
    if (!found) throw new AppError('notFound');
    await logAdminAction(tx, { actorId, action: 'user.personal', target: { userId: id } });
    return { ...found, sign_ins: await readSignInsOfUser(tx, { userId: id }) };
  });

/** Logs a search by personal data. */
export const logPersonalSearch = (db: Db, actorId: number, by: PersonalDataKind): Promise<void> =>
  inTransaction(db, (tx) =>
    logAdminAction(tx, { actorId, action: 'user.search', target: { name: by }, detail: { by } }),
  );

const deleteSessions = statement<
  { kind: string },
  { userId: number; ownHash: string; session: string | null }
>(
  `
    delete from session
    where user_id = :userId
      and token_hash <> :ownHash
      and (:session::text is null or ${SESSION_ID_SQL} = :session)
    returning kind`,
);

/** Never ends the current session (`ownHash`). Returns the number. Throws forbidden (rank). */
export const endSessions = (
  db: Db,
  actorId: number,
  id: number,
  ownHash: string,
  session: string | undefined,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    if (id !== actorId && !(await outranks(tx, actorId, id))) throw new AppError('forbidden');
    const ended = await deleteSessions(tx, { userId: id, ownHash, session: session ?? null });
    if (ended.length > 0)
      await logAdminAction(tx, {
        actorId,
        action: 'user.logout',
        target: { userId: id },
        detail: { sessions: ended.length },
      });
    return ended.length;
  });

type CurrentAdmin = Omit<AdminMeWire, 'counts' | 'time_zone' | 'fresh_until' | 'mail' | 'troubles'>;

const selectAdmin = statement<CurrentAdmin, { id: number }>(`
  select
    u.id,
    u.nickname,
    u.avatar,
    u.email as address,
    jsonb_build_object('name', g.name, 'name_en', g.name_en) as "group"
  from "user" u
  join "group" g on g.id = u.group_id
  where u.id = :id`);

export const readCurrentAdmin = async (db: Db, id: number): Promise<CurrentAdmin> =>
  (await selectAdmin(db, { id }))[0] as CurrentAdmin;
