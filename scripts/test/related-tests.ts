import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printUsageIfAsked } from '../cli/usage.ts';
import {
  type AddressTables,
  filesAt,
  findAddresses,
  isRouteFile,
  readAddressTables,
  withoutApiPrefix,
} from './addresses.ts';
import { readSourceTree, type SourceTree } from './import-graph.ts';

/*
 * Selects tests for changed files. Imports are too coarse: each API test imports app.ts, and
 * browser tests import nothing of the product. So routes are related to tests that name their path,
 * views to tests that open their address, and islands' calls to their routes.
 */

const USAGE = `Prints the tests related to the given files, nearest first, with their distances.

  node scripts/test/related-tests.ts FILE …`;

export interface RelatedTest {
  file: string;
  /** Imports and addresses between test and nearest changed file; 0 if it changed. */
  distance: number;
  /** It imports a changed file directly, or has its name. */
  isOwn: boolean;
  /** Words that its name shares with a changed file's name and folder. */
  sharedWords: number;
  /** Upper bound of the files it runs: the test with fewer is more specific. */
  reach: number;
  needsBuild: boolean;
}

/** Distance from a page to another page's island, which a click may load. */
const FAR = 5;
const API = 'src/api/app.ts';
const SERVER = 'src/server/main.ts';
const BROWSER_CODE = /^src\/(?:islands|client|views)\//;

/** A page's script, or a file that it loads. */
const isFromPage = (importer: string, target: string): boolean =>
  importer.startsWith('src/') && /^src\/(?:islands|client)\//.test(target);

const isTestFile = (path: string): boolean => /\.test\.tsx?$/.test(path);
const importsOf = (tree: SourceTree, path: string): readonly string[] =>
  tree.get(path)?.imports ?? [];
const textOf = (tree: SourceTree, path: string): string => tree.get(path)?.text ?? '';

function importClosure(
  tree: SourceTree,
  from: string,
  follow: (path: string) => boolean = () => true,
): Set<string> {
  const seen = new Set([from]);
  for (const path of seen)
    for (const target of importsOf(tree, path)) if (follow(target)) seen.add(target);
  return seen;
}

/** Properties of a test that decide which other files it runs. */
interface TestKind {
  /** The test and its imports in tests/. */
  ownFiles: Set<string>;
  runsSite: boolean;
  usesBrowser: boolean;
  callsApi: boolean;
  /** It iterates over the API's description. */
  readsAllRoutes: boolean;
}

function kindOf(tree: SourceTree, test: string): TestKind {
  const ownFiles = importClosure(tree, test, (path) => path.startsWith('tests/'));
  const says = (pattern: RegExp) =>
    [...ownFiles].some(
      (path) =>
        !path.endsWith('/test-site.ts') &&
        !path.endsWith('/shared-service.ts') &&
        !path.endsWith('/test-api.ts') &&
        pattern.test(textOf(tree, path)),
    );
  const runsSite = says(/\bstartSite\(|\bfetchShared\('build'\)/);
  return {
    ownFiles,
    runsSite,
    usesBrowser: says(/\bfrom 'playwright'/),
    callsApi: runsSite || importClosure(tree, test).has(API),
    readsAllRoutes: says(/openapi\.json|openAPIRegistry/),
  };
}

type Edge = readonly [target: string, steps: number];

export interface TestGraph {
  /** Distances from a test to each file that it may run. */
  distances(test: string): ReadonlyMap<string, number>;
  needsBuild(test: string): boolean;
  tests: readonly string[];
  tree: SourceTree;
}

function createEdges(tree: SourceTree, tables: AddressTables) {
  const isTableEntry = new Set(tables.islands.flatMap(({ files }) => files));
  const addresses = new Map<string, string[][]>();
  const addressesOf = (path: string): string[][] => {
    let found = addresses.get(path);
    if (!found) addresses.set(path, (found = findAddresses(textOf(tree, path))));
    return found;
  };
  const routesOf = new Map<string, string[]>();
  const routesNamedIn = (path: string): string[] => {
    let found = routesOf.get(path);
    if (!found) {
      found = addressesOf(path).flatMap((one) => filesAt(tables.routes, withoutApiPrefix(one)));
      routesOf.set(path, found);
    }
    return found;
  };
  return (path: string, test: string, kind: TestKind): Edge[] => {
    const edges: Edge[] = [];
    for (const target of importsOf(tree, path)) {
      if (kind.runsSite && !kind.usesBrowser && isFromPage(path, target)) continue;
      const isRoute = isRouteFile(target, textOf(tree, target));
      if (isRoute && path.startsWith('src/api/')) {
        if (kind.readsAllRoutes) edges.push([target, 1]);
      } else edges.push([target, isTableEntry.has(target) && path.startsWith('src/') ? FAR : 1]);
    }
    const isOwn = kind.ownFiles.has(path);
    if (kind.callsApi && (isOwn || (kind.runsSite && BROWSER_CODE.test(path))))
      for (const target of routesNamedIn(path)) edges.push([target, 1]);
    if (kind.runsSite && isOwn)
      for (const address of addressesOf(path))
        for (const target of [
          ...filesAt(tables.pages, address),
          ...(kind.usesBrowser ? filesAt(tables.islands, address) : []),
        ])
          edges.push([target, 1]);
    if (kind.runsSite && path === test) edges.push([SERVER, 1]);
    return edges;
  };
}

export function readTestGraph(root: string): TestGraph {
  const tree = readSourceTree(root);
  const edgesOf = createEdges(tree, readAddressTables(tree));
  const known = new Map<string, Map<string, number>>();
  const kinds = new Map<string, TestKind>();
  const kind = (test: string): TestKind => {
    let found = kinds.get(test);
    if (!found) kinds.set(test, (found = kindOf(tree, test)));
    return found;
  };
  const measure = (test: string): Map<string, number> => {
    const found = new Map<string, number>();
    const waiting: string[][] = [[test]];
    for (let distance = 0; distance < waiting.length; distance++)
      for (const path of waiting[distance] ?? []) {
        if (found.has(path)) continue;
        found.set(path, distance);
        for (const [target, steps] of edgesOf(path, test, kind(test)))
          if (!found.has(target)) (waiting[distance + steps] ??= []).push(target);
      }
    return found;
  };
  return {
    tree,
    tests: [...tree.keys()].filter(isTestFile),
    needsBuild: (test) => kind(test).runsSite,
    distances(test) {
      let found = known.get(test);
      if (!found) known.set(test, (found = measure(test)));
      return found;
    },
  };
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/)
    .map((word) => word.replace(/s$/, ''));

const namesOf = (test: string, file: string) => {
  const [folder = '', base = ''] = file.split('/').slice(-2);
  const testWords = wordsOf((test.split('/').at(-1) as string).replace(/\.test\.tsx?$/, ''));
  const fileWords = wordsOf(base.replace(/\.\w+$/, ''));
  return { testWords, fileWords, withFolder: new Set([...fileWords, ...wordsOf(folder)]) };
};

/** content/poll/vote.ts and polls.test.ts, client/drafts/draft-list.ts and draft-list.test.ts. */
export function isNamedAlike(test: string, file: string): boolean {
  const { testWords, fileWords, withFolder } = namesOf(test, file);
  return (
    testWords.every((word) => withFolder.has(word)) ||
    (fileWords.length > 1 && fileWords.every((word) => testWords.includes(word)))
  );
}

function countSharedWords(test: string, file: string): number {
  const { testWords, withFolder } = namesOf(test, file);
  return testWords.filter((word) => withFolder.has(word)).length;
}

/** Tests for changed files, nearest first; none for unreachable files or files that aren't code. */
export function findRelatedTests(graph: TestGraph, changed: readonly string[]): RelatedTest[] {
  const related = graph.tests.flatMap((test): RelatedTest[] => {
    const distances = graph.distances(test);
    const reached = changed.filter((file) => distances.has(file));
    if (reached.length === 0) return [];
    const imports = importsOf(graph.tree, test);
    return [
      {
        file: test,
        distance: Math.min(...reached.map((file) => distances.get(file) as number)),
        isOwn: reached.some(
          (file) => file === test || imports.includes(file) || isNamedAlike(test, file),
        ),
        sharedWords: Math.max(...reached.map((file) => countSharedWords(test, file))),
        reach: distances.size,
        needsBuild: graph.needsBuild(test),
      },
    ];
  });
  return related.sort(
    (a, b) =>
      Number(b.distance === 0) - Number(a.distance === 0) ||
      Number(b.isOwn) - Number(a.isOwn) ||
      a.distance - b.distance ||
      b.sharedWords - a.sharedWords ||
      a.reach - b.reach ||
      a.file.localeCompare(b.file),
  );
}

if (import.meta.main && !printUsageIfAsked(USAGE)) {
  const { positionals } = parseArgs({ allowPositionals: true });
  const graph = readTestGraph(join(import.meta.dirname, '../..'));
  for (const { file, distance, isOwn } of findRelatedTests(graph, positionals))
    process.stdout.write(`${String(distance).padStart(2)}  ${file}${isOwn ? '  its own' : ''}\n`);
}
