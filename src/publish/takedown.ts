import { TAKEDOWN_WAIT_MS } from '#contracts/limits.ts';
import { forumPath, ROOTS, type Root, threadPath, userPath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import type { Runner } from '#db/statement.ts';
import type { Logger } from '#platform/log.ts';
import { removePage, removePagesBelow } from './files.ts';
import { endRenderings, isLockTimeout, whileNobodyRenders } from './lock.ts';
import { everyPathWithTags, voidPages } from './pages.ts';
import type { Purge } from './purge.ts';

export interface Takedown {
  db: Db;
  /** Connections for the lock; see Publisher. */
  held: Db;
  siteDir: string;
  purge: Purge;
  log: Logger;
}

/** Pages that have their address by what the tag names, in all languages and on both sites. */
function addressesOf(tag: string): { whole: string[]; below: string[] } {
  const [, kind, id, rest] = /^([tuf]):(\d+)(?::(\w+))?$/.exec(tag) ?? [];
  const everywhere = (path: (root: Root) => string) => ROOTS.map(path);
  if (id === undefined) return { whole: [], below: [] };
  if (kind === 't' && rest === undefined)
    return { whole: [], below: everywhere((root) => threadPath(root, Number(id))) };
  const page = /^p(\d+)$/.exec(rest ?? '')?.[1];
  if (kind === 't' && page !== undefined)
    return { whole: everywhere((root) => threadPath(root, Number(id), Number(page))), below: [] };
  if (kind === 'u' && rest === undefined)
    return { whole: [], below: everywhere((root) => userPath(root, Number(id))) };
  if (kind === 'f' && rest === undefined)
    return { whole: [], below: everywhere((root) => forumPath(root, Number(id))) };
  return { whole: [], below: [] };
}

/** Removes the files of pages by their addresses, whatever is recorded of them. */
function removeByAddress(siteDir: string, tags: readonly string[]): string[] {
  const addresses = tags.map(addressesOf);
  const [whole, below] = [
    addresses.flatMap((one) => one.whole),
    addresses.flatMap((one) => one.below),
  ];
  for (const path of whole) removePage(siteDir, path);
  for (const path of below) removePagesBelow(siteDir, path);
  return [...whole, ...below];
}

/** Removes what stands; others may be rendering meanwhile. */
async function removeNow({ db, siteDir, log }: Takedown, tags: readonly string[]): Promise<void> {
  try {
    removeByAddress(siteDir, tags);
  } catch (error) {
    log.warn(
      { err: error },
      'a page was written while it was taken down; it is removed with the lock',
    ); // a folder wasn't empty any more
  }
  for (const path of await everyPathWithTags(db, tags)) removePage(siteDir, path);
}

/**
 * Removes the files of all pages that carry one of the tags, recorded or not. When it resolves,
 * nobody is served them any more; the touches that the same write left make the publisher render
 * anew what should stand there. It needs no renderer: one that goes on rendering for longer than
 * TAKEDOWN_WAIT_MS hangs, and loses the right to write what it renders.
 */
export async function takeDown(parts: Takedown, tags: readonly string[]): Promise<void> {
  const { held, siteDir, purge, log } = parts;
  const alone = async (lock: Runner) => {
    const byAddress = removeByAddress(siteDir, tags);
    const recorded = await everyPathWithTags(lock, tags);
    for (const path of recorded) removePage(siteDir, path);
    await voidPages(lock, recorded);
    return [...new Set([...byAddress, ...recorded])];
  };
  let paths: string[];
  try {
    paths = await whileNobodyRenders(held, TAKEDOWN_WAIT_MS, alone);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await removeNow(parts, tags);
    const ended = await endRenderings(held);
    log.error({ ended }, 'renderings that held up a takedown were ended');
    paths = await whileNobodyRenders(held, TAKEDOWN_WAIT_MS, alone);
  }
  if (paths.length > 0) await purge(paths);
}
