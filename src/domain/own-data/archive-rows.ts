import { WATCH_KINDS } from '#contracts/watching.ts';
import type { Db } from '#db/client.ts';
import { type ArchiveRow, ROWS_PER_BATCH, type WalkedRow } from './archive-part.ts';
import {
  ARCHIVE_PARTS,
  selectBlocked,
  selectLetters,
  selectNextConversation,
  selectSessions,
  selectVotes,
  selectWatched,
} from './archive-parts.ts';

/** The rows of a part of an archive, some at a time. */
export type RowBatches = AsyncGenerator<ArchiveRow[]>;

/** Walks along rising keys, each time behind the last one. */
async function* walk(read: (after: number) => Promise<WalkedRow[]>): RowBatches {
  for (let after = 0; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < ROWS_PER_BATCH) return;
    after = rows.at(-1)?.key as number;
  }
}

async function* walkLetters(db: Db, userId: number): RowBatches {
  for (let other = 0; ; ) {
    const [conversation] = await selectNextConversation(db, { userId, after: other });
    if (!conversation) return;
    other = conversation.otherId;
    yield* walk((after) => selectLetters(db, { userId, otherId: other, after }));
  }
}

async function* walkWatched(db: Db, userId: number): RowBatches {
  for (const kind of WATCH_KINDS)
    yield* walk((after) => selectWatched(db, { userId, kind, after }));
}

async function* readSessions(db: Db, userId: number): RowBatches {
  yield (await selectSessions(db, { userId })).map(({ row }) => row);
}

type PartReader = (db: Db, userId: number) => RowBatches;

/** The parts of an archive by the names of their files, in the order of its contents. */
export const PART_READERS: ReadonlyMap<string, PartReader> = new Map<string, PartReader>([
  ...ARCHIVE_PARTS.map(({ name, read }): [string, PartReader] => [
    name,
    (db, userId) => walk((after) => read(db, { userId, after })),
  ]),
  ['letters', walkLetters],
  ['watching', walkWatched],
  ['votes', (db, userId) => walk((after) => selectVotes(db, { userId, after }))],
  ['blocked', (db, userId) => walk((after) => selectBlocked(db, { userId, after }))],
  ['sessions', readSessions],
]);
