import type { WordAction } from '#contracts/admin-choices.ts';
import type { AddedWordsWire, AdminWordWire } from '#contracts/calls/admin/word-calls.ts';
import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { isUniqueViolation } from '#db/violations.ts';
import { editVersioned } from '../../log/edit-versioned.ts';
import { logAdminAction } from '../../log/log-admin-action.ts';
import { foldWord } from '../fold-text.ts';
import { readWord } from './read.ts';

/* Processes detect changes by the maximum `updated_at` and the number of enabled words. */

const LOG_TARGET = { name: 'sensitive-words' };

const insertWords = statement<
  { normalized: string },
  {
    words: readonly string[];
    normalized: readonly string[];
    action: string;
    replacement: string;
    actorId: number;
  }
>(`
  insert into sensitive_word (word, normalized, action, replacement, created_by)
  select word, normalized, :action, :replacement, :actorId
  from unnest(:words::text[], :normalized::text[]) as given (word, normalized)
  on conflict (normalized) do nothing
  returning normalized`);
const updateWord = statement<
  { version: number },
  {
    id: number;
    version: number;
    word: string;
    normalized: string;
    action: string;
    replacement: string;
    enabled: boolean;
  }
>(`
  update sensitive_word
  set
    word = :word,
    normalized = :normalized,
    action = :action,
    replacement = :replacement,
    enabled = :enabled,
    version = version + 1,
    updated_at = clock_timestamp()
  where id = :id and version = :version
  returning version`);
const updateEnabled = statement<{ word: string }, { ids: readonly number[]; enabled: boolean }>(`
  update sensitive_word
  set enabled = :enabled, version = version + 1, updated_at = clock_timestamp()
  where id = any(:ids::int[]) and enabled <> :enabled
  returning word`);
const deleteWordRows = statement<{ word: string }, { ids: readonly number[] }>(
  `delete from sensitive_word where id = any(:ids::int[]) returning word`,
);
// Deleting one word and adding another leaves the count; the newest time signals the change.
const bumpListVersion = statement<unknown>(
  `
    update sensitive_word
    set updated_at = clock_timestamp()
    where id = (select min(id) from sensitive_word where enabled)`,
);

export interface NewWords {
  words: readonly string[];
  action: WordAction;
  replacement: string;
}

/** Adds words. Reports existing and unusable ones. */
export async function addWords(
  db: Db,
  actorId: number,
  { words, action, replacement }: NewWords,
): Promise<AddedWordsWire> {
  const normalizedWords = new Map<string, string>();
  const unusable: string[] = [];
  for (const word of words) {
    const normalized = foldWord(word);
    if (normalized === '') unusable.push(word);
    else normalizedWords.set(normalized, word);
  }
  return inTransaction(db, async (tx) => {
    const added = new Set(
      (
        await insertWords(tx, {
          words: [...normalizedWords.values()],
          normalized: [...normalizedWords.keys()],
          action,
          replacement: action === 'replace' ? replacement : '',
          actorId,
        })
      ).map((row) => row.normalized),
    );
    const addedWords: string[] = [];
    const known: string[] = [];
    for (const [normalized, word] of normalizedWords)
      (added.has(normalized) ? addedWords : known).push(word);
    if (added.size > 0)
      await logAdminAction(tx, {
        actorId,
        action: 'words.add',
        target: LOG_TARGET,
        detail: { words: addedWords, action, replacement },
      });
    return { added: added.size, known, unusable };
  });
}

export type WordFields = Pick<AdminWordWire, 'word' | 'action' | 'replacement' | 'enabled'>;

/**
 * Throws notFound, malformed (too short after folding), inUse (listed), conflict (with the word).
 */
export async function editWord(
  db: Db,
  actorId: number,
  id: number,
  { word, action, replacement, enabled }: WordFields,
  version: number,
): Promise<{ version: number }> {
  const normalized = foldWord(word);
  if (normalized === '')
    throw new AppError('malformed', { values: { field: 'word' }, payload: [{ field: 'word' }] });
  const { version: savedVersion } = await editVersioned(db, {
    read: (tx) => readWord(tx, id),
    update: (tx) =>
      updateWord(tx, {
        id,
        version,
        word,
        normalized,
        action,
        replacement: action === 'replace' ? replacement : '',
        enabled,
      }).catch((error: unknown) => {
        throw isUniqueViolation(error)
          ? new AppError('inUse', { payload: [{ field: 'word' }] })
          : error;
      }),
    toChange: (before) => ({
      actorId,
      action: 'words.edit',
      target: LOG_TARGET,
      detail: {
        id,
        before: {
          word: before.word,
          action: before.action,
          replacement: before.replacement,
          enabled: before.enabled,
        },
        after: { word, action, replacement, enabled },
      },
    }),
  });
  return { version: savedVersion };
}

/** Signals the change to all processes and logs it. Returns the number of changed words. */
async function recordChangedWords(
  tx: Runner,
  actorId: number,
  action: string,
  changed: readonly { word: string }[],
): Promise<number> {
  if (changed.length === 0) return 0;
  await bumpListVersion(tx);
  const detail = { words: changed.map(({ word }) => word) };
  await logAdminAction(tx, { actorId, action, target: LOG_TARGET, detail });
  return changed.length;
}

/** Enables or disables words. Returns the number of changed words. */
export const enableWords = (
  db: Db,
  actorId: number,
  ids: readonly number[],
  enabled: boolean,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const changed = await updateEnabled(tx, { ids, enabled });
    return recordChangedWords(tx, actorId, enabled ? 'words.enable' : 'words.disable', changed);
  });

/** Returns the number of deleted words. */
export const deleteWords = (db: Db, actorId: number, ids: readonly number[]): Promise<number> =>
  inTransaction(db, async (tx) =>
    recordChangedWords(tx, actorId, 'words.delete', await deleteWordRows(tx, { ids })),
  );
