import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';

/*
 * The imports of src, scripts and tests, by patterns: fast, and a false import only runs a test too
 * many. The guards parse, because they must be exact (tests/guards/sources.ts).
 */

export interface SourceFile {
  text: string;
  /** Paths of files loaded at run time, including `import()`. */
  imports: string[];
}

/** By path from the project's root. */
export type SourceTree = ReadonlyMap<string, SourceFile>;

const FOLDERS = ['src', 'scripts', 'tests'];
const CODE = /\.(?:tsx?|mjs|astro|css)$/;

const STATIC_IMPORT =
  /^[ \t]*(?:import|export)\b(?!\s+type\b)([^'"`;]*?\bfrom\b)?\s*['"]([^'"\n]+)['"]/gm;
const DYNAMIC_IMPORT = /(?<!typeof )\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"\n]+)['"]/g;
/** Workers, started by URL. */
const FILE_ADDRESS = /\bnew URL\(\s*['"](\.[^'"\n]+)['"],\s*import\.meta\.url/g;
const GLOB_IMPORT = /\bimport\.meta\.glob(?:<[^(]*>)?\(\s*['"]([^'"\n]+)['"]/g;
const CSS_IMPORT = /@import\s+(?:url\()?["']([^"'\n]+)["']/g;
/** Commands that tests run (tests/support/run-script.ts). */
const COMMAND = /\b(?:run|start)Script\(\s*'([\w/-]+)'/g;

/** `{ type A, type B } from` has no effect at run time. */
const hasOnlyTypes = (clause: string): boolean => {
  const names = /^\s*\{([^}]*)\}\s*from$/.exec(clause)?.[1]?.split(',') ?? [];
  const written = names.map((name) => name.trim()).filter(Boolean);
  return written.length > 0 && written.every((name) => name.startsWith('type '));
};

const captures = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, specifier = '']) => specifier);

function readSpecifiers(path: string, text: string): string[] {
  if (path.endsWith('.css')) return captures(text, CSS_IMPORT);
  return [
    ...Array.from(text.matchAll(STATIC_IMPORT))
      .filter(([, clause]) => !(clause && hasOnlyTypes(clause)))
      .map(([, , specifier = '']) => specifier),
    ...captures(text, DYNAMIC_IMPORT),
    ...captures(text, FILE_ADDRESS),
    ...captures(text, GLOB_IMPORT),
  ];
}

/** The path of a specifier; undefined for packages. */
export function resolveSpecifier(importer: string, specifier: string): string | undefined {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('#')) return `src/${path.slice(1)}`;
  return path.startsWith('.') ? normalize(join(dirname(importer), path)) : undefined;
}

function filesBelow(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && CODE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch {
    return []; // a tree needn't have all folders
  }
}

export function readSourceTree(root: string): SourceTree {
  const paths = FOLDERS.flatMap((folder) => filesBelow(root, folder)).sort();
  const known = new Set(paths);
  const readFile = (path: string): [string, SourceFile] => {
    const text = readFileSync(join(root, path), 'utf8');
    const targets = readSpecifiers(path, text).flatMap((specifier) => {
      const target = resolveSpecifier(path, specifier);
      if (target === undefined) return [];
      if (target.includes('*')) return paths.filter((one) => matchesGlob(one, target));
      return known.has(target) ? [target] : [];
    });
    if (path.startsWith('tests/'))
      for (const name of captures(text, COMMAND))
        if (known.has(`scripts/${name}.ts`)) targets.push(`scripts/${name}.ts`);
    return [path, { text, imports: [...new Set(targets)] }];
  };
  return new Map(paths.map(readFile));
}
