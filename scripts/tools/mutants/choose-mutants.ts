import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canParse, findMutants } from './find-mutants.ts';
import { applyEdit, KINDS, type Mutant, type MutantKind } from './mutant.ts';

/* Chooses mutants evenly over folders, and over kinds if possible. */

const FOLDERS = [
  'auth',
  'moderation',
  'publish',
  'search',
  'captcha',
  'client',
  'islands',
  'domain/content/post',
  'domain/content/thread',
  'domain/message',
  'domain/delivery/notification',
  'domain/uploads',
  'api/http',
].map((folder) => `src/${folder}`);

const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

/** A random rank from the id: mutants keep theirs when the source changes. */
const rank = (seed: number, id: string): string =>
  createHash('sha256').update(`${seed}:${id}`).digest('hex');

/** Takes `count` mutants round-robin from groups, preferring rare kinds and new files. */
export function chooseMutants(
  groups: readonly (readonly Mutant[])[],
  { seed, count, isFit }: { seed: number; count: number; isFit: (mutant: Mutant) => boolean },
): Mutant[] {
  const taken: Record<MutantKind, number> = Object.fromEntries(
    KINDS.map((kind) => [kind, 0]),
  ) as Record<MutantKind, number>;
  const files = new Map<string, number>();
  const ranks = new Map(groups.flat().map(({ id }) => [id, rank(seed, id)]));
  const rankOf = ({ id }: Mutant) => ranks.get(id) as string;
  const left = groups.map((group) => [...group].sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1)));
  const takeNext = (group: Mutant[]): Mutant | undefined => {
    while (group.length > 0) {
      const cost = ({ kind, file }: Mutant) => taken[kind] * 100 + (files.get(file) ?? 0);
      const best = group.reduce((one, other) => (cost(other) < cost(one) ? other : one));
      group.splice(group.indexOf(best), 1);
      if (isFit(best)) return best;
    }
    return undefined;
  };
  const chosen: Mutant[] = [];
  while (chosen.length < count && left.some((group) => group.length > 0))
    for (const group of left) {
      const mutant = chosen.length < count ? takeNext(group) : undefined;
      if (!mutant) continue;
      chosen.push(mutant);
      taken[mutant.kind]++;
      files.set(mutant.file, (files.get(mutant.file) ?? 0) + 1);
    }
  return chosen.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readSources(root: string) {
  const texts = new Map<string, string>();
  const groups = FOLDERS.map((folder) =>
    filesBelow(root, folder).flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      texts.set(file, text);
      return findMutants(file, text);
    }),
  );
  const isFit = (mutant: Mutant): boolean =>
    canParse(mutant.file, applyEdit(texts.get(mutant.file) as string, mutant));
  return { groups, isFit };
}

export function chooseFromSources(root: string, seed: number, count: number): Mutant[] {
  const { groups, isFit } = readSources(root);
  return chooseMutants(groups, { seed, count, isFit });
}

/** Mutants by id, if the sources still have them. */
export function findInSources(root: string, ids: ReadonlySet<string>): Mutant[] {
  return readSources(root)
    .groups.flat()
    .filter(({ id }) => ids.has(id));
}
