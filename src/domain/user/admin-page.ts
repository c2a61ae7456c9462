import { AppError } from '#contracts/errors.ts';
import { mayActOn } from '#contracts/ranks.ts';
import type {
  AdminBanWire,
  AdminSessionWire,
  AdminUserRowWire,
  AdminUserWire,
  AdminWarningWire,
  PersonalDataWire,
} from '#contracts/wire/admin-user.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { administers } from '../forum/access.ts';
import { note } from '../log/note.ts';
import { listSignIns } from '../sign-in/read.ts';
import { CARD, type PersonalKind } from './admin-list.ts';
import { readRanks } from './rank.ts';

type Card = AdminUserRowWire &
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

const card = statement<Card, { id: number }>(`
  select
    ${CARD},
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
const iso = (column: string): string =>
  `case when ${column} is not null then ${isoSql(column)} end`;
const bans = statement<AdminBanWire & { open: boolean }, { userId: number }>(`
  select
    b.id,
    jsonb_build_object('id', m.id, 'nickname', m.nickname) as by,
    b.reason,
    ${isoSql('b.begin_at')} as begin_at,
    ${iso('b.end_at')} as end_at,
    b.hide_content as hides,
    ${iso('b.lifted_at')} as lifted_at,
    x.nickname as lifted_by,
    ${isoSql('b.created_at')} as created_at,
    b.lifted_at is null and (b.end_at is null or b.end_at > now()) as open
  from ban b
  join "user" m on m.id = b.moderator_id
  left join "user" x on x.id = b.lifted_by
  where b.user_id = :userId
  order by b.id desc
  limit 100`);
const warnings = statement<AdminWarningWire, { userId: number }>(`
  select
    w.id,
    jsonb_build_object('id', m.id, 'nickname', m.nickname) as by,
    w.thread_id,
    w.post_id,
    t.subject,
    w.note,
    ${isoSql('w.created_at')} as created_at,
    ${iso('w.withdrawn_at')} as withdrawn_at,
    x.nickname as withdrawn_by
  from warning w
  join "user" m on m.id = w.moderator_id
  join thread t on t.id = w.thread_id
  left join "user" x on x.id = w.withdrawn_by
  where w.user_id = :userId
  order by w.id desc
  limit 100`);
/** Characters of a hash that name a session among those of one person. */
const SESSION = `left(token_hash, 16)`;
const sessions = statement<AdminSessionWire, { userId: number; ownHash: string }>(`
  select
    ${SESSION} as id,
    kind,
    user_agent,
    ${isoSql('created_at')} as created_at,
    ${isoSql('seen_at')} as seen_at,
    token_hash = :ownHash as current
  from session
  where user_id = :userId and expires_at > now()
  order by seen_at desc
  limit 100`);

/**
 * All about a person but what is personal, as `actorId` sees them. `ownHash` is the hash of the
 * session that asks. Throws notFound.
 */
export async function readUserForAdmin(
  db: Db,
  actorId: number,
  id: number,
  ownHash: string,
): Promise<AdminUserWire> {
  const [[found], banRows, warned, sessionRows, ranks] = await Promise.all([
    card(db, { id }),
    bans(db, { userId: id }),
    warnings(db, { userId: id }),
    sessions(db, { userId: id, ownHash }),
    readRanks(db, [actorId, id]),
  ]);
  if (!found) throw new AppError('notFound');
  return {
    ...found,
    administers: administers({ userId: id, groupId: found.group.id }),
    below: id !== actorId && mayActOn(ranks.get(actorId) ?? 'member', ranks.get(id) ?? 'member'),
    ban: banRows.find((one) => one.open)?.id ?? 0,
    bans: banRows.map(({ open, ...row }) => row),
    warned,
    sessions: sessionRows,
  };
}

const personal = statement<Omit<PersonalDataWire, 'sign_ins'>, { id: number }>(`
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
        jsonb_agg(jsonb_build_object('id', ${SESSION}, 'ip', ip) order by seen_at desc),
        '[]'
      )
      from session
      where user_id = u.id and expires_at > now()
    ) as sessions
  from "user" u
  where id = :id`);

/**
 * What is personal of somebody; that an administrator looked at it is written into the log. Throws
 * notFound.
 */
export const readPersonal = (db: Db, actorId: number, id: number): Promise<PersonalDataWire> =>
  inTransaction(db, async (tx) => {
    const [found] = await personal(tx, { id });
    if (!found) throw new AppError('notFound');
    await note(tx, { actorId, action: 'user.personal', target: { userId: id } });
    return { ...found, sign_ins: await listSignIns(tx, id) };
  });

/** Writes into the log that an administrator looked for people by something personal of theirs. */
export const notePersonalSearch = (db: Db, actorId: number, by: PersonalKind): Promise<void> =>
  inTransaction(db, (tx) =>
    note(tx, { actorId, action: 'user.search', target: { name: by }, detail: { by } }),
  );

const end = statement<
  { kind: string },
  { userId: number; ownHash: string; session: string | null }
>(
  `
    delete from session
    where user_id = :userId
      and token_hash <> :ownHash
      and (:session::text is null or ${SESSION} = :session)
    returning kind`,
);

/**
 * Logs somebody out of one browser, or of all, never of the one that asks (`ownHash`). Returns how
 * many sessions ended. Throws forbidden for who doesn't stand above them.
 */
export const endSessions = (
  db: Db,
  actorId: number,
  id: number,
  ownHash: string,
  session: string | undefined,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const ranks = await readRanks(tx, [actorId, id]);
    if (id !== actorId && !mayActOn(ranks.get(actorId) ?? 'member', ranks.get(id) ?? 'member'))
      throw new AppError('forbidden');
    const ended = await end(tx, { userId: id, ownHash, session: session ?? null });
    if (ended.length > 0)
      await note(tx, {
        actorId,
        action: 'user.logout',
        target: { userId: id },
        detail: { sessions: ended.length },
      });
    return ended.length;
  });
