import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { hashSource } from '#platform/content-policy.ts';

const SUFFIX = '?inline-script';
const FOLDER = join(import.meta.dirname, '../../src/views/inline-scripts');
/** In page order. */
const NAMES = ['choose-site', 'before-paint', 'times'];

/** Bundles and minifies an inline script as a block without functions: no name is global. */
export async function bundleInlineScript(file: string): Promise<string> {
  const bundle = await rolldown({ input: file, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return `{${output[0].code.trim().replaceAll('/* @__PURE__ */ ', '')}}`;
}

/** Scripts of former builds that are still allowed: each build changes few. */
const MAX_FORMER_SCRIPTS = 4;

/**
 * CSP sources of the inline scripts; nginx sends the same (scripts/deploy/nginx.conf). `former` are
 * those of the previous build, whose published pages are served until they are re-rendered.
 */
export async function inlineScriptSources(former = ''): Promise<string> {
  const scripts = await Promise.all(
    NAMES.map((name) => bundleInlineScript(join(FOLDER, `${name}.ts`))),
  );
  const sources = scripts.map(hashSource);
  const others = former.split(/\s+/).filter((source) => source && !sources.includes(source));
  return [...sources, ...others.slice(0, MAX_FORMER_SCRIPTS)].join(' ');
}

interface ResolveContext {
  resolve(source: string, importer?: string): Promise<{ id: string } | null>;
}

const SOURCES_MODULE = 'virtual:inline-script-sources';

/**
 * `import script from './NAME.ts?inline-script'` is the built text of that file; `import sources
 * from 'virtual:inline-script-sources'` is its CSP sources.
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
