import { setTimeout as delay } from 'node:timers/promises';

/* Compares pages of the cache in front with nginx's. */

/** Time in which the cache must be purged. */
const PURGE_MS = 75_000;
const POLL_MS = 500;

/** Status and text of a page; undefined without a response. */
const readPage = async (url: string): Promise<string | undefined> => {
  try {
    const response = await fetch(url, { redirect: 'manual' });
    return `${response.status} ${await response.text()}`;
  } catch {
    return undefined;
  }
};

/** Pages that differ between cache and nginx after the purge time, without concurrent writes. */
export async function compareEdge(
  edgeUrl: string,
  nginxUrl: string,
  paths: readonly string[],
): Promise<string[]> {
  const findDiffering = async (among: readonly string[]) => {
    const differing: string[] = [];
    for (const path of among) {
      const shown = await readPage(edgeUrl + path);
      if (!shown || shown !== (await readPage(nginxUrl + path))) differing.push(path);
    }
    return differing;
  };
  const until = performance.now() + PURGE_MS;
  let differing = await findDiffering(paths);
  while (differing.length > 0 && performance.now() < until) {
    await delay(POLL_MS);
    differing = await findDiffering(differing);
  }
  return differing.map((path) => `${path} (Varnish shows another version)`);
}
