import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const SUFFIX = '?inline-script';
const FOLDER = join(import.meta.dirname, '../../src/views/inline-scripts');
/** In the order in which pages carry them. */
const NAMES = ['choose-site', 'before-paint', 'times'];

/**
 * Bundles and minifies a file to a script that stands in pages. It is a block, so that its names
 * are its own; it has no functions declared by that word, which would be global even so.
 */
export async function bundleInlineScript(file: string): Promise<string> {
  const bundle = await rolldown({ input: file, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return `{${output[0].code.trim().replaceAll('/* @__PURE__ */ ', '')}}`;
}

/** Scripts of former builds that are still allowed: each build changes few. */
const MAX_FORMER_SCRIPTS = 4;

/**
 * The sources of the inline scripts that the Content-Security-Policy names, as it writes them;
 * nginx sends the same (scripts/deploy/nginx.conf). `former` are those of the build before: pages
 * that it published stand until they are rendered again.
 */
export async function inlineScriptSources(former = ''): Promise<string> {
  const scripts = await Promise.all(
    NAMES.map((name) => bundleInlineScript(join(FOLDER, `${name}.ts`))),
  );
  const sources = scripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const others = former.split(/\s+/).filter((source) => source && !sources.includes(source));
  return [...sources, ...others.slice(0, MAX_FORMER_SCRIPTS)].join(' ');
}

interface ResolveContext {
  resolve(source: string, importer?: string): Promise<{ id: string } | null>;
}

const SOURCES_MODULE = 'virtual:inline-script-sources';

/**
 * `import script from './NAME.ts?inline-script'` is the text of that file, built for pages;
 * `import sources from 'virtual:inline-script-sources'` is what the policy says of them.
 */
export const inlineScripts = () => ({
  name: 'forum-inline-scripts',
  enforce: 'pre' as const,
  async resolveId(this: ResolveContext, source: string, importer?: string) {
    if (source === SOURCES_MODULE) return `\0${SOURCES_MODULE}`;
    if (!source.endsWith(SUFFIX)) return null;
    const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer);
    return resolved && resolved.id + SUFFIX;
  },
  async load(this: { addWatchFile(file: string): void }, id: string) {
    if (id === `\0${SOURCES_MODULE}`)
      return `export default ${JSON.stringify(process.env.FORUM_INLINE_SCRIPTS ?? (await inlineScriptSources()))};`;
    if (!id.endsWith(SUFFIX)) return null;
    const file = id.slice(0, -SUFFIX.length);
    this.addWatchFile(file);
    return `export default ${JSON.stringify(await bundleInlineScript(file))};`;
  },
});
