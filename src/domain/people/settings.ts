import { appearanceOf } from '#contracts/appearance.ts';
import { countCharacters } from '#contracts/characters.ts';
import { AppError } from '#contracts/errors.ts';
import type { Lang } from '#contracts/language.ts';
import { MAX_DESCRIPTION_CHARACTERS } from '#contracts/limits.ts';
import { isSameNickname } from '#contracts/nickname.ts';
import { OPTIONAL_NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import { collapseSpaces, hasInvisible } from '#contracts/text-lines.ts';
import type { EditSettingsWire, SettingsWire } from '#contracts/wire/settings.ts';
import type { Db } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { RENAME_INTERVAL_SECONDS } from '#platform/limits.ts';
import { readWordFilter } from '../message/read-word-filter.ts';
import type { WordFilter } from '../message/word-filter.ts';
import { invalidateUser } from './invalidate-user.ts';
import { applyWordFilter, claimNickname, normalizeNickname } from './nicknames.ts';
import { readRank } from './rank.ts';

const SETTINGS_COLUMNS = pickColumns(
  schema.user,
  `nickname description avatar language notify autoWatch renamedAt`,
);
type SettingsRow = RowOf<typeof SETTINGS_COLUMNS> & { language: Lang };

const selectSettings = statement<SettingsRow & { moderates: boolean }, { userId: number }>(
  `
    select
      ${SETTINGS_COLUMNS.sql('u')},
      exists (select from forum_moderator where user_id = :userId) as moderates
    from "user" u
    where u.id = :userId`,
);
const lockSettings = statement<SettingsRow, { userId: number }>(
  `select ${SETTINGS_COLUMNS.sql('u')} from "user" u where u.id = :userId for update`,
);

const getNextRenameAt = ({ renamedAt }: SettingsRow, now = Date.now()): string | null => {
  const at = renamedAt ? renamedAt.getTime() + RENAME_INTERVAL_SECONDS * 1_000 : 0;
  return at > now ? new Date(at).toISOString() : null;
};

/** A user's settings. `isGlobalModerator`: moderates everywhere. */
export async function readSettings(
  db: Db,
  userId: number,
  isGlobalModerator: boolean,
): Promise<Omit<SettingsWire, 'fresh_until'>> {
  const [row] = await selectSettings(db, { userId });
  if (!row) throw new AppError('notFound');
  return {
    nickname: row.nickname,
    desc: row.description,
    avatar: row.avatar,
    language: row.language,
    rename_at: getNextRenameAt(row),
    notify: Object.fromEntries(
      OPTIONAL_NOTIFICATION_KINDS.map((kind) => [kind, row.notify[kind] ?? true]),
    ) as SettingsWire['notify'],
    auto_watch: row.autoWatch,
    may_moderate: isGlobalModerator || row.moderates,
  };
}

function normalizeDescription(wordFilter: WordFilter, sent: string): string {
  const description = collapseSpaces(sent.normalize('NFC'));
  if (countCharacters(description) > MAX_DESCRIPTION_CHARACTERS) throw new AppError('length');
  if (hasInvisible(description)) throw new AppError('malformed', { values: { field: 'desc' } });
  return applyWordFilter(wordFilter, description, true);
}

const updateSettings = statement<
  unknown,
  {
    userId: number;
    nickname: string | null;
    description: string | null;
    language: string | null;
    notify: string | null;
    autoWatch: boolean | null;
    dropAvatar: boolean;
    appearance: string | null;
    closeWelcome: boolean;
  }
>(`
  update "user"
  set
    nickname = coalesce(:nickname, nickname),
    name_appearance = coalesce(:appearance, name_appearance),
    renamed_at = case when :nickname is null then renamed_at else now() end,
    description = coalesce(:description, description),
    language = coalesce(:language, language),
    notify = notify || coalesce(:notify::jsonb, '{}'),
    auto_watch = coalesce(:autoWatch, auto_watch),
    avatar = case when :dropAvatar then '' else avatar end,
    avatar_chosen = avatar_chosen or :dropAvatar,
    welcome_closed_at = case
      when :closeWelcome then coalesce(welcome_closed_at, now())
      else welcome_closed_at
    end,
    updated_at = now()
  where id = :userId`);

/**
 * Changes the given settings, and re-renders pages if name, picture or description changed. Throws
 * length, malformed (markup in a name, invisible text in a description), nameScripts, nameReserved,
 * verify, taken, nameKept, renamed (too soon).
 */
export async function changeSettings(
  db: Db,
  userId: number,
  changes: EditSettingsWire,
): Promise<void> {
  const wordFilter = await readWordFilter(db);
  await inTransaction(db, async (tx) => {
    const [row] = await lockSettings(tx, { userId });
    if (!row) throw new AppError('notFound');
    const rank = changes.nickname === undefined ? 'member' : await readRank(tx, userId);
    const nickname =
      changes.nickname === undefined || isSameNickname(changes.nickname, row.nickname)
        ? undefined
        : normalizeNickname(wordFilter, changes.nickname, rank);
    const description =
      changes.desc === undefined ? undefined : normalizeDescription(wordFilter, changes.desc);
    if (nickname !== undefined) {
      const next = getNextRenameAt(row);
      if (next)
        throw new AppError('renamed', { payload: next, values: { date: next.slice(0, 10) } });
      const mayTakeReserved = rank !== 'member' && rank !== 'moderator';
      await claimNickname(tx, { userId, former: row.nickname, nickname, mayTakeReserved });
    }
    const isAvatarRemoved = changes.avatar === '' && row.avatar !== '';
    await updateSettings(tx, {
      userId,
      nickname: nickname ?? null,
      description: description ?? null,
      language: changes.language ?? null,
      notify: changes.notify ? JSON.stringify(changes.notify) : null,
      autoWatch: changes.auto_watch ?? null,
      dropAvatar: changes.avatar === '',
      appearance: nickname === undefined ? null : appearanceOf(nickname),
      closeWelcome: changes.welcome === 'closed',
    });
    if (
      nickname !== undefined ||
      isAvatarRemoved ||
      (description !== undefined && description !== row.description)
    )
      await invalidateUser(tx, userId);
  });
}

const updateAvatar = statement<unknown, { userId: number; address: string }>(
  `
    update "user"
    set avatar = :address, avatar_chosen = true, updated_at = now()
    where id = :userId`,
);

export async function setAvatar(db: Db, userId: number, address: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await updateAvatar(tx, { userId, address });
    await invalidateUser(tx, userId);
  });
}
