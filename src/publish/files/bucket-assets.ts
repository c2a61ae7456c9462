import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import mime from 'mime';
import { SPECULATION_RULES_PATH } from '#contracts/paths.ts';
import { type BucketObject, createBucket } from '#platform/bucket.ts';
import { MAX_CONCURRENT_ASSET_WRITES, STORAGE_TIMEOUT_MS } from '#platform/limits.ts';
import { forEachParallel } from '#platform/parallel.ts';
import { isHashedAsset, KEEP_OLD_ASSETS_DAYS, listAssets } from './copy-build-assets.ts';
import { ENCODING_EXTENSIONS } from './page-file-names.ts';

/* Built assets next to the pages of a bucket: browsers need them while no server runs. */

/** Days after which an asset of the current build is written again, which renews its time. */
const RENEW_DAYS = 10;
const DAY_MS = 86_400_000;
/** Assets with a hash or a version in their address. */
const IMMUTABLE = /^assets\/(?:build|i18n)\//;

/** Names of assets, without their compressed forms. */
const isPlain = (name: string): boolean =>
  !Object.values(ENCODING_EXTENSIONS).some((ending) => name.endsWith(ending));

function getAssetType(name: string): string {
  if (`/${name}` === SPECULATION_RULES_PATH) return 'application/speculationrules+json';
  const type = mime.getType(name) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** The object of an asset: gzipped if the build has compressed it. */
function readAsset(clientDir: string, name: string) {
  const compressed = join(clientDir, name + ENCODING_EXTENSIONS.gzip);
  const isCompressed = existsSync(compressed);
  return {
    body: readFileSync(isCompressed ? compressed : join(clientDir, name)),
    headers: {
      'content-type': getAssetType(name),
      ...(isCompressed && { 'content-encoding': 'gzip' }),
      // also for nginx's cache
      'cache-control': IMMUTABLE.test(name)
        ? 'public, max-age=31536000, immutable'
        : 'public, no-cache',
    },
  };
}

/** Writes a build's assets into the bucket, and deletes old ones. Complete ones are skipped. */
export async function writeBuildAssets(
  pagesUrl: string,
  clientDir: string,
  nowMs = Date.now(),
): Promise<void> {
  // with limits of their own: nobody waits for assets
  const bucket = createBucket(pagesUrl, {
    setting: 'PAGES_URL',
    timeoutMs: STORAGE_TIMEOUT_MS,
    maxWrites: MAX_CONCURRENT_ASSET_WRITES,
    maxReads: 1,
    silencePauseMs: 0,
  });
  const existing = new Map<string, BucketObject>();
  for await (const object of bucket.list('assets/')) existing.set(object.key, object);
  const current = new Set(listAssets(clientDir).filter(isPlain));
  const isStored = (name: string, bytes: number): boolean => {
    const object = existing.get(name);
    return (
      isHashedAsset(name) &&
      object?.bytes === bytes &&
      nowMs - object.modifiedMs < RENEW_DAYS * DAY_MS
    );
  };
  await forEachParallel(current, MAX_CONCURRENT_ASSET_WRITES, async (name) => {
    const { body, headers } = readAsset(clientDir, name);
    if (!isStored(name, body.length)) await bucket.put(name, body, { headers });
  });
  const keepMs = (KEEP_OLD_ASSETS_DAYS + RENEW_DAYS) * DAY_MS;
  const old = [...existing.values()].filter(
    ({ key, modifiedMs }) => isHashedAsset(key) && !current.has(key) && nowMs - modifiedMs > keepMs,
  );
  await forEachParallel(old, MAX_CONCURRENT_ASSET_WRITES, ({ key }) => bucket.remove(key));
}
