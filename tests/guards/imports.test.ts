import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, type Import, importsOf, isCode } from './sources.ts';

/**
 * Allowed imports: folders of src, or files without their extension. The API uses the dictionaries'
 * texts, islands share the views' styles, and the server may import all modules that it connects.
 */
const MAY_IMPORT: Record<string, string[]> = {
  contracts: [],
  i18n: [],
  styles: [],
  platform: ['contracts'],
  db: ['platform', 'contracts'],
  auth: ['db', 'platform', 'contracts'],
  captcha: ['db', 'platform', 'contracts'],
  search: ['db', 'platform', 'contracts'],
  outbox: ['db', 'platform', 'contracts'],
  domain: ['db', 'search', 'outbox', 'platform', 'contracts'],
  moderation: ['domain', 'db', 'search', 'outbox', 'platform', 'contracts'],
  api: ['domain', 'moderation', 'auth', 'captcha', 'contracts', 'platform', 'i18n'],
  client: ['contracts', 'i18n'],
  islands: ['client', 'contracts', 'i18n', 'styles'],
  views: ['islands', 'i18n', 'contracts', 'styles'],
  pages: [
    'views',
    'i18n',
    'contracts',
    'domain/page-data',
    'domain/config/read',
    'domain/content/thread/read',
    'domain/content/thread/list-for-pages',
  ],
  publish: [
    'db',
    'outbox',
    'domain/config/read',
    'domain/content/thread/read',
    'domain/operations/publishing/read',
    'domain/people/new-levels',
    'domain/shared/visibility',
    'contracts',
    'platform',
  ],
  server: [
    'api',
    'moderation',
    'publish',
    'outbox',
    'platform',
    'auth',
    'contracts',
    'db',
    'domain',
    'i18n',
    'views/inline-scripts',
  ],
};

/** The folders of the domain. Each may import only those before it. */
const DOMAIN_FOLDERS = [
  'uploads',
  'shared',
  'reference',
  'log',
  'jobs',
  'config',
  'message',
  'delivery',
  'people',
  'forums',
  'content',
  'letters',
  'reading',
  'page-data',
  'own-data',
  'search',
  'reports',
  'operations',
];

/** Allowed type-only imports; nothing of these modules is loaded. */
const MAY_KNOW: Record<string, string[]> = { client: ['api/app'], api: ['db/client'] };

/** Packages that the browser-safe contracts may import. */
const CONTRACT_PACKAGES = ['zod', '@hono/zod-openapi'];

/** The path of a specifier from the project's root; undefined for packages. */
function fileOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : undefined;
}

/** The path below src of a specifier; undefined for packages and other files. */
function targetOf(path: string, specifier: string): string | undefined {
  const file = fileOf(path, specifier);
  return file?.startsWith('src/') ? file.slice(4) : undefined;
}

const matches = (rule: string, target: string): boolean => {
  const pattern = rule
    .split('/')
    .map((part) => (part === '*' ? '[^/]+' : part))
    .join('/');
  return new RegExp(`^${pattern}(/|\\.\\w+$)`).test(target);
};

function refusal(path: string, one: Import): string | undefined {
  const folder = path.split('/')[1] as string;
  const target = targetOf(path, one.specifier);
  if (target === undefined) {
    const outside =
      folder === 'contracts' &&
      !one.specifier.startsWith('.') &&
      !CONTRACT_PACKAGES.includes(one.specifier);
    return outside ? 'contracts import only zod' : undefined;
  }
  if (target.startsWith(`${folder}/`)) return undefined;
  if (one.typeOnly && MAY_KNOW[folder]?.some((rule) => matches(rule, target))) return undefined;
  return MAY_IMPORT[folder]?.some((rule) => matches(rule, target))
    ? undefined
    : `${folder} may not import ${target}`;
}

const folders = (): string[] => [
  ...new Set(
    filesBelow('src')
      .filter((path) => isCode(path) && path.split('/').length > 2)
      .map((path) => path.split('/')[1] as string),
  ),
];

test('[guard] every folder of src has its line in the table of imports', () => {
  expect(folders().filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
});

test.each(folders())('[guard] %s imports only lower layers', (folder) => {
  const refused = filesBelow(`src/${folder}`)
    .filter(isCode)
    .flatMap((path) =>
      importsOf(path).flatMap((one) => {
        const why = refusal(path, one);
        return why ? [`${path}:${one.line}: ${why}`] : [];
      }),
    );
  expect(refused).toEqual([]);
});

test('[guard] imports are seen in every form that they can take', () => {
  const text = `---\nimport A from '#api/app.ts';\nconst b = await import('../db/client.ts');\n---\n<p>import x from 'no'</p>\n<script>\n  import '../views/site.ts';\n</script>\n`;
  expect(importsOf('src/views/x.astro', text)).toEqual([
    { specifier: '#api/app.ts', typeOnly: false, line: 2 },
    { specifier: '../db/client.ts', typeOnly: false, line: 3 },
    { specifier: '../views/site.ts', typeOnly: false, line: 7 },
  ]);
  const types = `import type { A } from '#db/client.ts';\nimport { type B } from '#db/b.ts';\nexport * from './c.ts';\ntype D = import('#api/app.ts').D;\n`;
  expect(
    importsOf('src/contracts/x.ts', types).map(({ specifier, typeOnly }) => [specifier, typeOnly]),
  ).toEqual([
    ['#db/client.ts', true],
    ['#db/b.ts', true],
    ['./c.ts', false],
    ['#api/app.ts', true],
  ]);
});

test('[guard] a folder of the domain imports only folders before it', () => {
  const upward = filesBelow('src/domain')
    .filter(isCode)
    .flatMap((path) =>
      importsOf(path).flatMap(({ specifier, line }) => {
        const [own, target] = [path, fileOf(path, specifier) ?? path].map((file) =>
          DOMAIN_FOLDERS.indexOf(/^src\/domain\/([^/]+)\//.exec(file)?.[1] ?? ''),
        ) as [number, number];
        return target > own || own < 0 ? [`${path}:${line} → ${specifier}`] : [];
      }),
    );
  expect(upward).toEqual([]);
});

test('[guard] an import upwards is refused', () => {
  const one = (specifier: string) => ({ specifier, typeOnly: false, line: 1 });
  expect(
    refusal('src/domain/content/post/create.ts', one('#outbox/invalidation.ts')),
  ).toBeUndefined();
  expect(
    refusal('src/domain/content/post/create.ts', one('#publish/render/publish-pages.ts')),
  ).toContain('may not');
  expect(
    refusal('src/pages/[lang]/x.astro', one('#domain/content/thread/read.ts')),
  ).toBeUndefined();
  expect(refusal('src/pages/[lang]/x.astro', one('#domain/content/thread/create.ts'))).toContain(
    'may not',
  );
  expect(
    refusal('src/client/client.ts', { ...one('#api/app.ts'), typeOnly: true }),
  ).toBeUndefined();
  expect(refusal('src/client/client.ts', one('#api/app.ts'))).toContain('may not');
  expect(refusal('src/islands/thread/like.tsx', one('../../db/client.ts'))).toContain('may not');
  expect(refusal('src/contracts/x.ts', one('react'))).toContain('only zod');
});

/** Files of `known` that a file imports, including types. */
const neighborsOf = (path: string, known: ReadonlySet<string>): string[] =>
  importsOf(path).flatMap(({ specifier }) => {
    const target = fileOf(path, specifier)?.replace(/\?.*$/, '');
    return target !== undefined && known.has(target) ? [target] : [];
  });

/** Cycles of a graph, each as a path back to its start. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const finished = new Set<string>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string) => {
    if (finished.has(node)) return;
    const start = path.indexOf(node);
    if (start >= 0) return void circles.push([...path.slice(start), node]);
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    finished.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return circles;
}

test('[guard] no file of src, scripts or tests/support leads back to itself by its imports, types counted', () => {
  const paths = ['src', 'scripts', 'tests/support'].flatMap(filesBelow).filter(isCode);
  const known = new Set(paths);
  const graph = new Map(paths.map((path) => [path, neighborsOf(path, known)]));
  expect(findCircles(graph)).toEqual([]);
});

test('[guard] a circle of imports is found', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['b']],
    ['d', []],
  ]);
  expect(findCircles(graph)).toEqual([['b', 'c', 'b']]);
});
