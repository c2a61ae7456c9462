import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS_FOLDER } from '#db/migration-journal.ts';

interface JournalEntry {
  idx: number;
  tag: string;
  when: number;
}

/** Copies the migrations into `copy` with a changed journal. Returns `copy`. */
export function copyMigrations(
  copy: string,
  change: (entries: JournalEntry[]) => JournalEntry[],
): string {
  cpSync(MIGRATIONS_FOLDER, copy, { recursive: true });
  const path = join(copy, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: JournalEntry[] };
  writeFileSync(path, JSON.stringify({ ...journal, entries: change(journal.entries) }));
  return copy;
}

/** As copyMigrations, with later migrations: statements by tag. */
export function addMigrations(copy: string, added: Readonly<Record<string, string>>): string {
  copyMigrations(copy, (entries) => {
    const last = entries.at(-1) as JournalEntry;
    const later = Object.keys(added).map((tag, index) => ({
      ...last,
      idx: last.idx + 1 + index,
      when: last.when + 1 + index,
      tag,
    }));
    return [...entries, ...later];
  });
  for (const [tag, statements] of Object.entries(added))
    writeFileSync(join(copy, `${tag}.sql`), statements);
  return copy;
}
