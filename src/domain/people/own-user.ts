import { AppError } from '#contracts/errors.ts';
import type { Lang } from '#contracts/language.ts';
import type { MutedWire, UserInfoWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { statement } from '#db/statement.ts';
import { WELCOME_DAYS } from '#platform/limits.ts';
import { ignoredIdsSql, mutedSql, visibleNotificationsSql } from '../delivery/watch/muting-sql.ts';
import { type LevelRow, levelColumns, toLevelWire } from '../reference/level-wire.ts';
import {
  toUserWire,
  type UserPresentContext,
  type UserRow,
  userColumns,
} from '../reference/user-wire.ts';
import { isGlobalModerator, type Viewer } from '../shared/viewer.ts';

/** Only for the user and administrators. */
const PERSONAL_COLUMNS = pickColumns(
  schema.user,
  `realname email emailChecked mobile qq createdIp loginIp`,
);

export interface OwnUserRow extends UserRow, RowOf<typeof PERSONAL_COLUMNS> {
  unread: number;
  /** At least one forum. */
  moderates: boolean;
  welcomeClosed: boolean;
  muted: MutedWire;
}

const isWelcomed = ({ createdAt, welcomeClosed }: OwnUserRow, now: number): boolean =>
  !welcomeClosed && now - createdAt.getTime() < WELCOME_DAYS * 24 * 3_600_000;

export const toUserInfoWire = (row: OwnUserRow, context: UserPresentContext): UserInfoWire => ({
  ...toUserWire(row, context),
  realname: row.realname,
  desc: row.description,
  msg_cnt: row.unread,
  email: row.email,
  email_checked: row.emailChecked ? 1 : 0,
  mobile: row.mobile,
  qq: row.qq,
  create_ip: row.createdIp,
  login_ip: row.loginIp,
  moderates: row.moderates ? 1 : 0,
  welcome: isWelcomed(row, context.now) ? 1 : 0,
  muted: row.muted,
});

const selectOwnUser = statement<
  Omit<OwnUserRow, 'moderates'> & {
    listed: boolean;
    level: LevelRow;
    groupName: string;
    groupNameEn: string;
  },
  { userId: number }
>(`
  select
    ${userColumns},
    ${PERSONAL_COLUMNS.sql('u')},
    g.name as "groupName",
    g.name_en as "groupNameEn",
    (
      select to_jsonb(own)
      from (select ${levelColumns} from level l where l.id = u.level_id) own
    ) as level,
    exists (select from forum_moderator where user_id = u.id) as listed,
    u.welcome_closed_at is not null as "welcomeClosed",
    ${mutedSql('u.id')} as muted,
    (
      select count(*)
      from (${visibleNotificationsSql('n.id', ':userId', 'n.read_at is null')}) visible
    )::int + (
      select count(*)
      from letter
      where receiver_id = u.id
        and read_at is null
        and deleted_by_receiver is null
        and sender_id <> all (${ignoredIdsSql(':userId')})
    )::int as unread
  from "user" u
  join "group" g on g.id = u.group_id
  where u.id = :userId`);

/**
 * Only users themselves read their personal data in the site's calls. Administrators need a fresh
 * login in the admin area, which is logged (user-for-admin.ts). So a stolen session or token
 * reveals nothing.
 */
export const maySeePersonalData = (userId: number, viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && viewer.userId === userId;

/** All data of a user. Throws notFound, and forbidden unless it is the viewer. */
export async function readUserInfo(
  db: Db,
  userId: number,
  viewer: Viewer | null,
  lang: Lang = 'zh',
): Promise<UserInfoWire> {
  if (!maySeePersonalData(userId, viewer)) throw new AppError('forbidden');
  const [row] = await selectOwnUser(db, { userId });
  if (!row) throw new AppError('notFound');
  const moderates = row.listed || isGlobalModerator({ userId: row.id, groupId: row.groupId });
  return toUserInfoWire(
    { ...row, moderates },
    {
      levels: toLevelWire(row.level, lang),
      groupName: lang === 'en' ? row.groupNameEn : row.groupName,
      now: Date.now(),
    },
  );
}
