import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export const root = join(import.meta.dirname, '../..');

/** Files below a folder of the project, as paths from its root. */
export function filesBelow(folder: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...filesBelow(path));
    else if (entry.isFile()) found.push(path);
  }
  return found.sort();
}

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

export const isCode = (path: string): boolean => /\.(ts|tsx|astro|mjs|cjs|css)$/.test(path);

/** All code files of the project. */
export const codeFiles = (): string[] =>
  ['src', 'scripts', 'tests'].flatMap(filesBelow).filter(isCode);

export interface Split {
  code: string;
  comments: [line: number, text: string][];
}

/** A file's code, and its comments by line. All of a document counts as a comment. */
export function splitComments(path: string, text = textOf(path)): Split {
  const comments: Split['comments'] = [];
  const lines = text.split('\n');
  if (path.endsWith('.md'))
    return { code: '', comments: lines.map((line, index) => [index + 1, line]) };
  const opening = path.endsWith('.sql') ? /^\s*(--) / : /(?:^|[\s{])(\/\*|\/\/ |<!--)|^\s*(--) /;
  let isInside = false;
  const code = lines.map((line, index) => {
    const start = isInside ? 0 : line.search(opening);
    if (start < 0) return line;
    const comment = line.slice(start);
    const isBlock = isInside || /^.?\/\*/.test(comment);
    const end = isBlock ? comment.indexOf('*/') : -1;
    isInside = isBlock && end < 0;
    comments.push([index + 1, end < 0 ? comment : comment.slice(0, end)]);
    return line.slice(0, start) + (end < 0 ? '' : comment.slice(end + 2));
  });
  return { code: code.join('\n'), comments };
}

export interface Import {
  specifier: string;
  /** Removed at compile time: nothing is loaded at run time. */
  typeOnly: boolean;
  line: number;
}

/** The TypeScript in a file; of an Astro file the frontmatter and scripts, at their own lines. */
export function scriptOf(path: string, text: string): string {
  if (!path.endsWith('.astro')) return text;
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  const front = /^---\n[\s\S]*?\n---/.exec(text)?.[0] ?? '';
  const body = text
    .slice(front.length)
    .replace(
      /(<script\b[^>]*>)([\s\S]*?)(<\/script>)|([\s\S])/g,
      (_whole, open, script, close, other) =>
        other === undefined ? `${blank(open)}${script}${blank(close)}` : blank(other),
    );
  return front.replace(/^---|---$/g, '   ') + body;
}

/** All imports of a file: import, export from, import(), types by import('…'), CSS's @import. */
export function importsOf(path: string, text = textOf(path)): Import[] {
  if (path.endsWith('.css')) {
    return [...text.matchAll(/@import\s+(?:url\()?["']([^"']+)["']/g)].map((match) => ({
      specifier: match[1] as string,
      typeOnly: false,
      line: text.slice(0, match.index).split('\n').length,
    }));
  }
  const file = ts.createSourceFile(
    `${path}.tsx`,
    scriptOf(path, text),
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX,
  );
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean) => {
    if (!node || !ts.isStringLiteralLike(node)) return;
    found.push({
      specifier: node.text,
      typeOnly,
      line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    });
  };
  const onlyTypes = (names: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]) =>
    names.length > 0 && names.every((name) => name.isTypeOnly);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const named = clause?.namedBindings;
      add(
        node.moduleSpecifier,
        Boolean(
          clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
            (clause &&
              !clause.name &&
              named &&
              ts.isNamedImports(named) &&
              onlyTypes(named.elements)),
        ),
      );
    } else if (ts.isExportDeclaration(node)) {
      add(
        node.moduleSpecifier,
        node.isTypeOnly ||
          Boolean(
            node.exportClause &&
              ts.isNamedExports(node.exportClause) &&
              onlyTypes(node.exportClause.elements),
          ),
      );
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Folders of `src` whose code runs on the server only. */
export const SERVER_FOLDERS = [
  'api',
  'auth',
  'captcha',
  'db',
  'domain',
  'moderation',
  'outbox',
  'platform',
  'publish',
  'search',
  'server',
];

/** A program of these files and the types that they use, by absolute paths. */
export function programOf(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(
    config,
    { ...ts.sys, readDirectory: () => [] },
    root,
  );
  return ts.createProgram(files, { ...options, noEmit: true });
}

/** A program of one text, by a path that needn't exist. */
export function programOfText(path: string, text: string): ts.Program {
  const host = ts.createCompilerHost({});
  const read = host.getSourceFile;
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
      : read(name, ...rest);
  return ts.createProgram([path], { target: ts.ScriptTarget.ES2022, noEmit: true }, host);
}
