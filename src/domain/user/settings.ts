import { appearanceOf } from '#contracts/appearance.ts';
import { AppError } from '#contracts/errors.ts';
import {
  collapseSpaces,
  countCharacters,
  hasInvisible,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_NICKNAME_CHARACTERS,
  MIN_NICKNAME_CHARACTERS,
  NOTIFICATION_KINDS,
  RENAME_INTERVAL_SECONDS,
} from '#contracts/limits.ts';
import type { Rank } from '#contracts/ranks.ts';
import { isReservedName, mixesScripts } from '#contracts/reserved-names.ts';
import type { EditSettingsWire, SettingsWire } from '#contracts/wire/settings.ts';
import type { Db } from '#db/client.ts';
import { claimName } from '#db/names.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { judge, readScreen, type Screen, screenLine } from '../message/screening.ts';
import { userChanged } from './changed.ts';
import { readRanks } from './rank.ts';

interface Row {
  nickname: string;
  description: string;
  avatar: string;
  language: 'zh' | 'en';
  notify: Record<string, boolean>;
  renamedAt: Date | null;
}

const columns = `nickname, description, avatar, language, notify, renamed_at as "renamedAt"`;
const rowOf = statement<Row & { moderates: boolean }, { userId: number }>(
  `
    select ${columns}, exists (select from forum_moderator where user_id = :userId) as moderates
    from "user"
    where id = :userId`,
);
const rowForUpdate = statement<Row, { userId: number }>(
  `select ${columns} from "user" where id = :userId for update`,
);

const nextRename = ({ renamedAt }: Row, now = Date.now()): string | null => {
  const at = renamedAt ? renamedAt.getTime() + RENAME_INTERVAL_SECONDS * 1_000 : 0;
  return at > now ? new Date(at).toISOString() : null;
};

/** What somebody has set. `master`: moderates everywhere. */
export async function readSettings(
  db: Db,
  userId: number,
  master: boolean,
): Promise<Omit<SettingsWire, 'fresh_until'>> {
  const [row] = await rowOf(db, { userId });
  if (!row) throw new AppError('notFound');
  return {
    nickname: row.nickname,
    desc: row.description,
    avatar: row.avatar,
    language: row.language,
    rename_at: nextRename(row),
    notify: Object.fromEntries(
      NOTIFICATION_KINDS.map((kind) => [kind, row.notify[kind] ?? true]),
    ) as SettingsWire['notify'],
    may_moderate: master || row.moderates,
  };
}

/**
 * Nobody reviews what people say of themselves, so that words which wait for a review in a post are
 * refused here (R14).
 */
function refuseListed(screen: Screen, text: string, replaced: boolean): string {
  const { text: shown, listed } = screenLine(screen, text);
  judge(
    listed.map((one) =>
      one.action === 'review' || !replaced ? { ...one, action: 'ban' as const } : one,
    ),
  );
  return shown;
}

function prepareNickname(screen: Screen, sent: string, rank: Rank): string {
  const nickname = collapseSpaces(sent.normalize('NFC'));
  const length = countCharacters(nickname);
  if (length < MIN_NICKNAME_CHARACTERS || length > MAX_NICKNAME_CHARACTERS)
    throw new AppError('length');
  if (hasInvisible(nickname) || /[<>@/]/.test(nickname))
    throw new AppError('malformed', { values: { field: 'nickname' } });
  if (mixesScripts(nickname)) throw new AppError('nameScripts');
  // Who holds an office may be called by it.
  if (rank === 'member' && isReservedName(nickname)) throw new AppError('nameReserved');
  return refuseListed(screen, nickname, false);
}

function prepareDescription(screen: Screen, sent: string): string {
  const description = collapseSpaces(sent.normalize('NFC'));
  if (countCharacters(description) > MAX_DESCRIPTION_CHARACTERS) throw new AppError('length');
  if (hasInvisible(description)) throw new AppError('malformed', { values: { field: 'desc' } });
  return refuseListed(screen, description, true);
}

async function refuseName(tx: Runner, userId: number, row: Row, nickname: string): Promise<void> {
  const next = nextRename(row);
  if (next) throw new AppError('renamed', { payload: next, values: { date: next.slice(0, 10) } });
  if (!(await claimName(tx, userId, nickname))) throw new AppError('taken');
}

const change = statement<
  unknown,
  {
    userId: number;
    nickname: string | null;
    description: string | null;
    language: string | null;
    notify: string | null;
    dropAvatar: boolean;
    appearance: string | null;
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
    avatar = case when :dropAvatar then '' else avatar end,
    avatar_chosen = avatar_chosen or :dropAvatar,
    updated_at = now()
  where id = :userId`);

/**
 * Changes what is given. Pages that show a name, a picture or a description that is another one now
 * are published again. Throws length, malformed (characters that nobody sees), nameScripts,
 * nameReserved, verify, taken, renamed (too soon after the last time).
 */
export async function changeSettings(
  db: Db,
  userId: number,
  wanted: EditSettingsWire,
): Promise<void> {
  const screen = await readScreen(db);
  await inTransaction(db, async (tx) => {
    const [row] = await rowForUpdate(tx, { userId });
    if (!row) throw new AppError('notFound');
    const nickname =
      wanted.nickname === undefined || collapseSpaces(wanted.nickname) === row.nickname
        ? undefined
        : prepareNickname(
            screen,
            wanted.nickname,
            (await readRanks(tx, [userId])).get(userId) ?? 'member',
          );
    const description =
      wanted.desc === undefined ? undefined : prepareDescription(screen, wanted.desc);
    if (nickname !== undefined) await refuseName(tx, userId, row, nickname);
    const bare = wanted.avatar === '' && row.avatar !== '';
    await change(tx, {
      userId,
      nickname: nickname ?? null,
      description: description ?? null,
      language: wanted.language ?? null,
      notify: wanted.notify ? JSON.stringify(wanted.notify) : null,
      dropAvatar: wanted.avatar === '',
      appearance: nickname === undefined ? null : appearanceOf(nickname),
    });
    if (
      nickname !== undefined ||
      bare ||
      (description !== undefined && description !== row.description)
    )
      await userChanged(tx, userId);
  });
}

const wear = statement<unknown, { userId: number; address: string }>(
  `
    update "user"
    set avatar = :address, avatar_chosen = true, updated_at = now()
    where id = :userId`,
);

/** Gives somebody a picture that was stored. */
export async function setAvatar(db: Db, userId: number, address: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await wear(tx, { userId, address });
    await userChanged(tx, userId);
  });
}
