import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { drawAppIcons } from './build/app-icons.ts';
import { drawDefaultPictures } from './build/default-pictures.ts';
import { inlineScriptSources } from './build/inline-scripts.ts';
import { writeSpeculationRules } from './build/speculation-rules.ts';
import { printUsageIfAsked } from './cli/usage.ts';

const USAGE = `Builds the site into dist. npm start does this if the sources changed.

  npm run build`;

const rootFolder = join(import.meta.dirname, '..');
const SOURCE_PATHS = [
  'src',
  'public',
  'scripts/build',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];
/** Larger files get a lower level of Brotli: the highest takes two seconds a megabyte. */
const MAX_THOROUGH_BYTES = 2_000_000;
const COMPRESSIBLE_FILE = /\.(js|mjs|css|json|svg|txt|xml|webmanifest)$/;

function filesBelow(path: string): string[] {
  const full = join(rootFolder, path);
  if (!existsSync(full)) return [];
  if (!/^[^.]*$/.test(path.split('/').at(-1) ?? '')) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(rootFolder, join(entry.parentPath, entry.name)))
    .sort();
}

/** A hash of all sources that the build depends on. */
export function sourcesFingerprint(): string {
  const hash = createHash('sha256');
  for (const file of SOURCE_PATHS.flatMap(filesBelow))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(rootFolder, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

const fingerprintFile = join(rootFolder, 'dist/fingerprint');

const inlineScriptsFile = join(rootFolder, 'dist/inline-script-sources');

const readIfThere = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;

export const readBuiltFingerprint = (): string | undefined => readIfThere(fingerprintFile);

/** Writes .br and .gz of every asset, for servers with static compression. */
function compressAssets(): void {
  const client = join(rootFolder, 'dist/client');
  for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE_FILE.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < 200) continue;
    const quality = bytes.length > MAX_THOROUGH_BYTES ? 9 : 11;
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    );
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** Builds with Astro. Throws if it fails. */
export async function build(fingerprint = sourcesFingerprint()): Promise<void> {
  process.env.NODE_ENV = 'production';
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  // part of the phone's worker: a new build has a new worker
  process.env.FORUM_BUILD = fingerprint;
  const sources = await inlineScriptSources(readIfThere(inlineScriptsFile));
  process.env.FORUM_INLINE_SCRIPTS = sources;
  rmSync(fingerprintFile, { force: true }); // an interrupted build must not count as complete
  const { build: astroBuild } = await import('astro');
  await astroBuild({ root: rootFolder, logLevel: 'warn' });
  await drawAppIcons(join(rootFolder, 'dist/client'));
  await drawDefaultPictures(join(rootFolder, 'dist/client'));
  writeSpeculationRules(join(rootFolder, 'dist/client'));
  compressAssets();
  writeFileSync(inlineScriptsFile, `${sources}\n`);
  writeFileSync(fingerprintFile, `${fingerprint}\n`);
}

if (import.meta.main && !printUsageIfAsked(USAGE)) await build();
