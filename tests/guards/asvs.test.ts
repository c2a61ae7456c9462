import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

/*
 * src/decisions/asvs.md says of each requirement of OWASP ASVS 5.0.0, up to level 2, what shows it.
 * What is said there is people's to judge; that nothing is left out, and that the tests are there,
 * is seen here.
 */

/** Sections of the standard; a digit for each requirement says its level. */
const LEVELS_OF_SECTIONS = `
  1.1 22 1.2 1111122223 1.3 112222222223 1.4 222 1.5 123
  2.1 122 2.2 112 2.3 12223 2.4 23
  3.1 3 3.2 113 3.3 12223 3.4 11222233 3.5 11122333 3.6 3 3.7 22333
  4.1 12233 4.2 23333 4.3 22 4.4 1222
  5.1 2 5.2 112333 5.3 113 5.4 222
  6.1 122 6.2 111111112222 6.3 11223333 6.4 112233 6.5 22222333 6.6 2223 6.7 33 6.8 2222
  7.1 222 7.2 1111 7.3 22 7.4 11222 7.5 223 7.6 22
  8.1 1233 8.2 1123 8.3 133 8.4 23
  9.1 111 9.2 1222
  10.1 22 10.2 223 10.3 22223 10.4 1111122222233333 10.5 22222 10.6 22 10.7 222
  11.1 2233 11.2 22233 11.3 11233 11.4 1222 11.5 23 11.6 23 11.7 33
  12.1 12233 12.2 11 12.3 22223
  13.1 2333 13.2 222223 13.3 2233 13.4 1222233
  14.1 22 14.2 12223333 14.3 122
  15.1 12233 15.2 12233 15.3 1222222 15.4 3333
  16.1 2 16.2 22222 16.3 2222 16.4 222 16.5 2223
`;

const REQUIRED_ROWS = Array.from(
  LEVELS_OF_SECTIONS.matchAll(/(\d+\.\d+) (\d+)/g),
  ([, section, levels = '']) =>
    [...levels].map((level, index) => ({ id: `V${section}.${index + 1}`, level: Number(level) })),
)
  .flat()
  .filter(({ level }) => level <= 2)
  .map(({ id, level }) => `${id} (${level})`);

const EXPLAINED = ['Partly', 'Operator', 'Doesn’t apply', 'Not met'];
const VERDICTS = ['Shown', 'Code', 'Written', ...EXPLAINED];

interface Row {
  name: string;
  asked: string;
  verdict: string | undefined;
  said: string;
}

/** The rows of requirements, whole or not. */
const parseRows = (text: string): Row[] =>
  Array.from(text.matchAll(/^\| (V\d\S*(?: \(\d\))?) *\|([^|\n]*)\|(.*)$/gm), (match) => {
    const [, name = '', asked = '', last = ''] = match;
    const said = last.trim().replace(/ ?\|$/, '').replaceAll("'", '’');
    const verdict = VERDICTS.find((word) => said.startsWith(`${word}: `));
    return { name, asked: asked.trim(), verdict, said };
  });

/** What is wrong with a row; '' when nothing is. */
function findProblem({ name, asked, verdict, said }: Row): string {
  if (!/^V\d+\.\d+\.\d+ \([12]\)$/.test(name)) return `${name}: no id with a level`;
  if (asked.length < 5) return `${name}: nothing is asked`;
  if (!verdict) return `${name}: no verdict of ${VERDICTS.join(', ')}`;
  const places: Record<string, RegExp> = {
    Shown: /`tests\/[\w/.-]+\.test\.tsx?`/,
    Code: /`(?:src|scripts)\/[\w/.-]+`/,
    Written: /`[\w/.-]+\.(?:md|ts)`|`npm run \w+`|"[^"]+" below/,
  };
  const place = places[verdict];
  if (place && !place.test(said)) return `${name}: ${verdict} names no place`;
  return said.length < verdict.length + 10 ? `${name}: ${verdict} isn’t explained` : '';
}

const document = textOf('src/decisions/asvs.md');
const files = new Set(['src', 'scripts', 'tests'].flatMap(filesBelow).concat('README.md'));
const namedFiles = (text: string): string[] =>
  Array.from(
    text.matchAll(/`((?:src|scripts|tests)\/[^`\s]+|README\.md)`/g),
    ([, path = '']) => path,
  );

test('[guard] each requirement of ASVS of levels 1 and 2 stands once, in order, with its level', () => {
  expect(parseRows(document).map(({ name }) => name)).toEqual(REQUIRED_ROWS);
  expect(REQUIRED_ROWS).toHaveLength(246);
  expect(document).toContain(`${REQUIRED_ROWS.length} of chapters V1 to V16`);
});

test('[guard] each row of ASVS has one of the verdicts, and the place or the reason that it needs', () => {
  expect(parseRows(document).map(findProblem).filter(Boolean)).toEqual([]);
});

test('[guard] tests, code and texts that ASVS names are there, and so are its own sections', () => {
  const named = namedFiles(document);
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((path) => !files.has(path))).toEqual([]);
  const sections = Array.from(document.matchAll(/"([^"]+)" below/g), ([, title]) => title);
  expect(sections.filter((title) => !document.includes(`\n## ${title}\n`))).toEqual([]);
});

test('[guard] a row of ASVS that says nothing is seen', () => {
  const rows = [
    '| V1.1.1 (2) | something | Shown: as everybody knows it |',
    '| V1.1.2 (2) | something | Surely: `tests/guards/asvs.test.ts` |',
    '| V1.1.3 | something | Code: `src/fetch.ts` |',
    "| V1.1.4 (1) | something | Doesn't apply: no |",
    '| V1.1.5 (1) | something | Written: somewhere, by somebody |',
    '| V1.1.6 (1) | something | Code: `src/fetch.ts`, as it stands there |',
  ];
  expect(parseRows(rows.join('\n')).map((row) => findProblem(row) !== '')).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(namedFiles(rows.join('\n'))).toContain('src/fetch.ts');
});
