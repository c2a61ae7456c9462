import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

/* src/decisions/asvs.md is complete for OWASP ASVS 5.0.0, level 2; people judge its proofs. */

/** Sections of the standard, with each requirement's level as a digit. */
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

const EXPLAINED = ['Partial', 'Operator', 'N/A', 'Not met'];
const VERDICTS = ['Tested', 'Code', 'Documented', ...EXPLAINED];
const MAX_CELL_WORDS = 20;

interface Row {
  name: string;
  requirement: string;
  verdict: string | undefined;
  proof: string;
}

/** The rows of requirements, also malformed ones. Tables have no pipes at their edges. */
const parseRows = (text: string): Row[] =>
  Array.from(text.matchAll(/^(?:\| )?(V\d\S*(?: \(\d\))?) *\|([^|\n]*)\|(.*)$/gm), (match) => {
    const [, name = '', requirement = '', last = ''] = match;
    const proof = last.trim().replace(/ ?\|$/, '');
    const verdict = VERDICTS.find((word) => proof.startsWith(`${word}: `));
    return { name, requirement: requirement.trim(), verdict, proof };
  });

const countWords = (cell: string): number => cell.split(/\s+/).filter(Boolean).length;

/** Describes the first problem of a row; '' if there is none. */
function findProblem({ name, requirement, verdict, proof }: Row): string {
  if (!/^V\d+\.\d+\.\d+ \([12]\)$/.test(name)) return `${name}: no id with a level`;
  if (requirement.length < 4) return `${name}: the requirement is missing`;
  if (!verdict) return `${name}: no verdict of ${VERDICTS.join(', ')}`;
  const files: Record<string, RegExp> = {
    Tested: /`tests\/[\w/.-]+\.test\.tsx?`/,
    Code: /`(?:src|scripts)\/[\w/.-]+`/,
    Documented: /`[\w/.-]+\.(?:md|ts)`|`npm run \w+`|"[^"]+" below/,
  };
  const file = files[verdict];
  if (file && !file.test(proof)) return `${name}: ${verdict} names no file`;
  if (Math.max(countWords(requirement), countWords(proof)) > MAX_CELL_WORDS)
    return `${name}: a cell has more than ${MAX_CELL_WORDS} words`;
  return proof.length < verdict.length + 10 ? `${name}: ${verdict} isn’t explained` : '';
}

const document = textOf('src/decisions/asvs.md');
const files = new Set(['src', 'scripts', 'tests'].flatMap(filesBelow).concat('README.md'));
const namedFiles = (text: string): string[] =>
  Array.from(
    text.matchAll(/`((?:src|scripts|tests)\/[^`\s]+|README\.md)`/g),
    ([, path = '']) => path,
  );

test('[guard] asvs.md lists each requirement of levels 1 and 2 once, in order, with its level', () => {
  expect(parseRows(document).map(({ name }) => name)).toEqual(REQUIRED_ROWS);
  expect(REQUIRED_ROWS).toHaveLength(246);
  expect(document).toContain(`${REQUIRED_ROWS.length} of chapters V1 to V16`);
});

test('[guard] each row of asvs.md has a verdict with its file or reason', () => {
  expect(parseRows(document).map(findProblem).filter(Boolean)).toEqual([]);
});

test('[guard] files and sections that asvs.md names exist', () => {
  const named = namedFiles(document);
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((path) => !files.has(path))).toEqual([]);
  const sections = Array.from(document.matchAll(/"([^"]+)" below/g), ([, title]) => title);
  expect(sections.filter((title) => !document.includes(`\n## ${title}\n`))).toEqual([]);
});

test('[guard] malformed rows of asvs.md are found', () => {
  const rows = [
    'V1.1.1 (2) | something | Tested: as everybody knows it',
    'V1.1.2 (2) | something | Surely: `tests/guards/asvs.test.ts`',
    'V1.1.3 | something | Code: `src/fetch.ts`',
    'V1.1.4 (1) | something | N/A: no',
    'V1.1.5 (1) | something | Documented: somewhere, by somebody',
    `V1.1.6 (1) | something | Operator: ${'word '.repeat(20)}`,
    '| V1.1.7 (1) | | Code: `src/fetch.ts` |',
    'V1.1.8 (1) | something | Code: `src/fetch.ts`, with a fixed timeout',
  ];
  const problems = parseRows(rows.join('\n')).map(findProblem);
  expect(problems.map(Boolean)).toEqual([...Array(7).fill(true), false]);
  expect(namedFiles(rows.join('\n'))).toContain('src/fetch.ts');
});
