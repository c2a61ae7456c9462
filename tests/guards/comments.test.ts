import { expect, test } from 'vitest';
import { filesBelow, splitComments, textOf } from './sources.ts';

/*
 * Names of files and code in comments and documents must exist. The check works by lines and words:
 * a name exists if its word occurs in code. It can't find a comment that names the wrong one of two
 * existing things.
 */

const EXTENSIONS = 'tsx?|astro|css|sql|mjs|md';
const files = ['src', 'scripts', 'tests', 'public', '.github'].flatMap((folder) =>
  filesBelow(folder),
);
const paths = [...files, 'README.md', 'astro.config.mjs'];
/** All paths' endings that start after a slash, as comments name files. */
const pathEnds = new Set(
  paths.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(index).join('/'))),
);
const folderEnds = new Set([...pathEnds].flatMap((end) => end.match(/^(.*)\/[^/]*$/)?.[1] ?? []));
/** Example file names. */
const PLACEHOLDERS = ['a.ts', 'a.astro', 'NAME.ts', 'scripts/NAME.ts', 'Screen.tsx'];

/** Names that occur in comments only: third-party names, except for the last lines. */
const FOREIGN_NAMES = new Set(
  [
    // words with the spelling of a name
    'CommonJS JavaScript MiB NetEase NodeBB OpenAPI OpenCC OpenID PostgreSQL ProseMirror TypeScript WeChat',
    'CycloneDX GraphQL LaTeX WebAssembly WebP WebSockets acr_values kB nDCG sRGB uPlot',
    // PostgreSQL: settings, tools and the names of SQLSTATE codes
    'admin_shutdown cannot_connect_now connection_exception connection_failure crash_shutdown',
    'deadlock_detected disk_full enable_mergejoin idle_in_transaction_session_timeout',
    'idle_session_timeout io_error like lock_not_available lock_timeout out_of_memory',
    'pg_column_size pg_dump query_canceled read_only_sql_transaction serialization_failure statement_timeout',
    'too_many_connections transaction_timeout',
    // programs around several machines
    'ETCD_ENABLE_V2 ETCD_INITIAL_CLUSTER_STATE ReadWritePaths create_main_cluster may_purge',
    // browsers, Node and the network: attributes, objects, flags of regular expressions
    'CLOSE_WAIT CloseWatcher CookieStore NODE_OPTIONS RegExp SharedWorker accept com dataset datetime',
    'document formatToParts localhost u v',
    // packages, nginx and S3
    'SignatureDoesNotMatch addClientDirective astrojs compressHTML createRoute error_page lazy',
    'query_timeout sirv uspoof_getSkeleton',
    // a parameter in an example, a text's plural forms, and ways to run npm
    'FILES count replies replies_one replies_other replies_zero threadId',
    // ours, but not exported: a method, and a repeated name of an SQL statement
    'mayModerate getMovedListInvalidations',
  ].flatMap((line) => line.split(' ')),
);

const sources = new Map(
  [...paths, 'package.json']
    .filter((path) => /\.(?:tsx?|astro|css|sql|[mc]?js|md|json)$/.test(path))
    .filter((path) => !/\/seed\/content\/|\/migrations\/meta\//.test(path))
    .map((path) => [
      path,
      path.endsWith('.json') ? { code: textOf(path), comments: [] } : splitComments(path),
    ]),
);
const commentsOfAll = [...sources]
  .filter(([path]) => !path.startsWith('public/'))
  .flatMap(([path, { comments }]) =>
    comments.map(([line, text]) => ({ path, at: `${path}:${line}`, text })),
  );

const wordsOf = (text: string): string[] => text.match(/[\w$]+/g) ?? [];
const wordsOfFiles = (isWanted: (path: string) => boolean) =>
  new Set([...sources].flatMap(([path, { code }]) => (isWanted(path) ? wordsOf(code) : [])));

const allWords = wordsOfFiles(() => true);
/** Names that any comment may use: settings, columns, wire fields, texts. */
const commonWords = wordsOfFiles((path) =>
  /^src\/(?:contracts|db\/(?:schema|migrations)|platform\/env\.ts|api\/http\/errors)|\.json$/.test(
    path,
  ),
);
const errorCodes = new Set(wordsOf(sources.get('src/contracts/errors.ts')?.code ?? ''));
/** Exported names, and components by their file names. */
const exportedNames = new Set([
  ...paths.map((path) => path.replace(/^.*\/|\.[^/]*$/g, '')),
  ...[...sources.values()].flatMap(({ code }) =>
    Array.from(
      code.matchAll(
        /^export (?:(?:declare|default|async|abstract) )*(?:const|let|function\*?|class|interface|type) ([\w$]+)/gm,
      ),
      ([, name = '']) => name,
    ),
  ),
]);

const NAME_WITH_HUMPS =
  /(?<![\w.@/#'"$-])(?:[a-z]+(?:[A-Z][a-z\d]*)+|[A-Z][a-z\d]+(?:[A-Z][a-z\d]*)+|[a-z]+(?:_[a-z\d]+)+|[A-Z]+(?:_[A-Z\d]+)+)(?![\w-])/g;
const CALLED_NAME = /(?<![\w.$])([A-Za-z_$][\w$]*)\(\)/g;
const QUOTED_NAME = /`(\$?[A-Za-z_][\w$]*)(?:\(\))?`/g;

const isNameWithHumps = (name: string) => /[a-z\d][A-Z]|[^_]_[^_]/.test(name);

/** The names in a comment, without addresses of other sites. */
function findNames(text: string): Set<string> {
  const own = text.replace(/https?:\/\/\S+/g, ' ');
  return new Set([
    ...(own.match(NAME_WITH_HUMPS) ?? []),
    ...Array.from(own.matchAll(CALLED_NAME), ([, name = '']) => name),
    ...Array.from(own.matchAll(QUOTED_NAME), ([, name = '']) => name),
  ]);
}

test('[guard] a file or folder that a comment or a text names is there', () => {
  const file = new RegExp(
    String.raw`(?<![\w./-])(?:\.{1,2}/)*((?:[\w.-]+/|\[\w+\]/)*[\w.-]+\.(?:${EXTENSIONS}))\b(?!\w|:\d)`,
    'g',
  );
  const folder = /`([\w-]+(?:\/[\w-]+)*)\/\*`/g;
  const wrong = commentsOfAll.flatMap(({ at, text }) => [
    ...Array.from(text.replace(/https?:\/\/\S+/g, ' ').matchAll(file), ([, name = '']) => name)
      .filter((name) => !pathEnds.has(name) && !PLACEHOLDERS.includes(name))
      .map((name) => `${at}: ${name}`),
    ...Array.from(text.matchAll(folder), ([, name = '']) => name)
      .filter((name) => !folderEnds.has(name))
      .map((name) => `${at}: ${name}/`),
  ]);
  expect(wrong).toEqual([]);
});

test('[guard] a name that a comment or a text says is a name of the code', () => {
  const ownWords = new Map<string, Set<string>>();
  const isThere = (path: string, name: string) => {
    if (FOREIGN_NAMES.has(name)) return true;
    if (path.endsWith('.md')) return allWords.has(name) || exportedNames.has(name);
    const words = ownWords.get(path) ?? new Set(wordsOf(sources.get(path)?.code ?? ''));
    ownWords.set(path, words);
    return (
      words.has(name) ||
      exportedNames.has(name) ||
      // words without an inner capital are too common: only parameters in backquotes are checked
      (isNameWithHumps(name) ? commonWords : errorCodes).has(name)
    );
  };
  const wrong = commentsOfAll.flatMap(({ path, at, text }) =>
    [...findNames(text)].filter((name) => !isThere(path, name)).map((name) => `${at}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('[guard] no comment refers to an issue by its number', () => {
  const wrong = commentsOfAll.filter(({ text }) => /\bissue \d/.test(text)).map(({ at }) => at);
  expect(wrong).toEqual([]);
});
