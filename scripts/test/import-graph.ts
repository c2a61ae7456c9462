import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';

/*
 * Who imports whom in src, scripts and tests. Patterns, not a parser: all files are read in a
 * fraction of a second, and an import that is seen where there is none costs a test too many. The
 * guards, which must be exact, parse (tests/guards/sources.ts).
 */

export interface SourceFile {
  text: string;
  /** Paths of the files that it loads at run time, also later by `import()`. */
  imports: string[];
}

/** By their paths from the project's top. */
export type SourceTree = ReadonlyMap<string, SourceFile>;

const FOLDERS = ['src', 'scripts', 'tests'];
const CODE = /\.(?:tsx?|mjs|astro|css)$/;

const STATIC_IMPORT =
  /^[ \t]*(?:import|export)\b(?!\s+type\b)([^'"`;]*?\bfrom\b)?\s*['"]([^'"\n]+)['"]/gm;
const DYNAMIC_IMPORT = /(?<!typeof )\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"\n]+)['"]/g;
/** Workers, which are started by their address. */
const FILE_ADDRESS = /\bnew URL\(\s*['"](\.[^'"\n]+)['"],\s*import\.meta\.url/g;
const GLOB_IMPORT = /\bimport\.meta\.glob(?:<[^(]*>)?\(\s*['"]([^'"\n]+)['"]/g;
const CSS_IMPORT = /@import\s+(?:url\()?["']([^"'\n]+)["']/g;
/** Commands that tests run as an operator does (tests/support/run-script.ts). */
const COMMAND = /\b(?:run|start)Script\(\s*'([\w/-]+)'/g;

/** `{ type A, type B } from`: gone once types are. */
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

/** The path that a specifier means; undefined for packages. */
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

/** Reads the sources below the project's top. */
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
