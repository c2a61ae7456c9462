import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { filesBelow, root, splitComments, textOf } from './sources.ts';

/* Plain English in documents, comments and commit messages (.github/CONTRIBUTING.md). */

const MAX_SENTENCE_WORDS = 30;
const MAX_CELL_WORDS = 25;
const MAX_SUBJECT_CHARACTERS = 72;
const MAX_FILES_WITHOUT_BODY = 5;

interface Passage {
  line: number;
  text: string;
  kind: 'sentence' | 'cell';
}

const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Code and a bold label count as one word each, a link as its text, a picture as nothing. */
const withoutCode = (text: string): string =>
  text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'code')
    .replace(/\*\*[^*]+\*\*/g, 'label')
    .replace(/https?:\/\/\S+/g, 'address')
    .replace(/\b(e\.g|i\.e|etc|vs|max|min)\./g, '$1');

const toSentences = (text: string): string[] =>
  withoutCode(text)
    .split(/(?<=[.!?:;])["”)*_]*\s+(?=["“(*_]*[A-Z\d])|(?<=[.!?])["”)*_]*\s+/)
    .map((sentence) => sentence.replace(/^["“(*_\s]+/, ''))
    .filter(Boolean);

/** Collects lines into paragraphs, which become sentences. */
function collectParagraphs() {
  const passages: Passage[] = [];
  let lines: string[] = [];
  let start = 0;
  const flush = () => {
    for (const text of toSentences(lines.join(' ')))
      passages.push({ line: start, text, kind: 'sentence' });
    lines = [];
  };
  const add = (line: number, text: string) => {
    if (lines.length === 0) start = line;
    lines.push(text);
  };
  return { passages, flush, add };
}

/** Sentences and table cells of a Markdown text, without headings, code blocks and front matter. */
function readMarkdown(text: string): Passage[] {
  const { passages, flush, add } = collectParagraphs();
  let isCode = false;
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, (front) => front.replace(/[^\n]/g, ''));
  for (const [index, line] of body.split('\n').entries()) {
    const number = index + 1;
    if (/^\s*```/.test(line)) {
      flush();
      isCode = !isCode;
    } else if (isCode) continue;
    else if (/^#|^\s*$/.test(line)) flush();
    else if (/ \| |^\|/.test(line)) {
      flush();
      for (const cell of line.split(/(?<!\\)\|/))
        passages.push({ line: number, text: withoutCode(cell).trim(), kind: 'cell' });
    } else {
      if (/^\s*(?:[-*>]|\d+\.) /.test(line)) flush();
      add(number, line.replace(/^\s*(?:[-*>]|\d+\.) /, '').trim());
    }
  }
  flush();
  return passages;
}

/** Sentences of the comments in code. A comment behind code is a paragraph of its own. */
function readComments(path: string, text: string): Passage[] {
  const { passages, flush, add } = collectParagraphs();
  const { code, comments } = splitComments(path, text);
  const codeLines = code.split('\n');
  let lastLine = 0;
  for (const [line, comment] of comments) {
    const isBehindCode = /\w/.test(codeLines[line - 1] ?? '');
    const content = comment
      .replace(/^\W*?(?:\/\*+|\/\/ |<!--|-- )/, '')
      .replace(/^\s*\*(?: |$)/, '');
    if (line > lastLine + 1 || isBehindCode || /^.?\/\*|^\s*(?:@|$)/.test(comment)) flush();
    if (/^\s*(?:@|$)|biome-ignore|@ts-/.test(content)) flush();
    else add(line, content.trim());
    if (isBehindCode) flush();
    lastLine = line;
  }
  flush();
  return passages;
}

/** Phrases of this project's former language, each with the usual words. */
const PRIVATE_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:is|are|was|were) told of\b/i, 'is notified of, receives'],
  [/\b(?:doesn['’]t|don['’]t|didn['’]t) stand\b/i, 'is not published, is missing'],
  [/\btends? (?:the|its|their|all)\b/i, 'maintains, supervises'],
  [/\b(?:made|rendered|written|drawn) anew\b/i, 'regenerated, re-rendered'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bhow soon\b/i, 'the deadline, the interval'],
  [/\b(?:who|whoever) (?:came first|asks|comes|calls)\b/i, 'the first caller, the client'],
  [/\bwhat (?:somebody|a member|they) wrote\b/i, 'the message, the content'],
  [/\bletters? (?:between|of) (?:two )?members\b/i, 'private messages'],
  [/\b(?:said|told|written) once\b/i, 'defined once, declared once'],
];

function findProblems({ text, kind }: Passage): string[] {
  const words = wordCount(text);
  if (kind === 'cell') return words > MAX_CELL_WORDS ? [`a cell of ${words} words`] : [];
  const problems = words > MAX_SENTENCE_WORDS ? [`a sentence of ${words} words`] : [];
  if (/^(?:who|what|whoever|whatever)\b/i.test(text) && !/\?/.test(text))
    problems.push('starts with a free relative clause');
  for (const [phrase, instead] of PRIVATE_PHRASES)
    if (phrase.test(text)) problems.push(`write: ${instead}`);
  return problems;
}

const problemsOf = (passages: readonly Passage[], path: string): string[] =>
  passages.flatMap((passage) =>
    findProblems(passage).map((problem) => `${path}:${passage.line}: ${problem}: ${passage.text}`),
  );

/** Texts that imitate members, or that tests read as data. */
const isWritten = (path: string): boolean =>
  !/^scripts\/seed\/content\/|^tests\/fixtures\/|^src\/db\/migrations\/0000|\.zh\.md$/.test(path);
const paths = ['src', 'scripts', 'tests', 'public', '.github']
  .flatMap((folder) => filesBelow(folder))
  .filter(isWritten);

test('[guard] documents are written in plain English', () => {
  const documents = ['README.md', ...paths.filter((path) => path.endsWith('.md'))];
  expect(documents.flatMap((path) => problemsOf(readMarkdown(textOf(path)), path))).toEqual([]);
});

test('[guard] comments are written in plain English', () => {
  const files = paths.filter((path) => /\.(?:tsx?|astro|css|mjs|sql)$/.test(path));
  expect(files.flatMap((path) => problemsOf(readComments(path, textOf(path)), path))).toEqual([]);
});

const sentence = (text: string): Passage => ({ line: 1, text, kind: 'sentence' });

describe('[guard] the rules of plain English', () => {
  test.for([
    ['a long sentence', `The server ${'really '.repeat(30)}answers.`],
    ['a free relative clause', 'Whoever comes beyond the limit is refused.'],
    ['a private phrase', 'A reply is told of to its watchers, which are told of it by mail.'],
  ] as const)('catch %s', ([, text]) => {
    expect(findProblems(sentence(text))).not.toEqual([]);
  });

  test.for([
    ['an exact sentence', 'An array, not a join: a join may read the table once per row.'],
    ['a question', 'Who may read this page?'],
    ['an honest use of the same words', 'The clerk told the truth, and the tent stands.'],
  ] as const)('pass %s', ([, text]) => {
    expect(findProblems(sentence(text))).toEqual([]);
  });

  test('catch a table cell that is a paragraph', () => {
    const row = `| name | ${'word '.repeat(26)} |`;
    expect(readMarkdown(row).flatMap(findProblems)).toEqual(['a cell of 26 words']);
  });

  test('read each sentence of a comment that has several lines', () => {
    const code = '/**\n * The first.\n * What the second says\n * is here.\n */\nconst x = 1;';
    expect(readComments('a.ts', code).map(({ text }) => text)).toEqual([
      'The first.',
      'What the second says is here.',
    ]);
  });
});

interface Commit {
  subject: string;
  body: string;
  files: number;
}

/** The commits since this guard exists; none where the code has no history. */
function readCommits(): Commit[] {
  const git = (...options: string[]) =>
    execFileSync('git', options, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    const first = git('log', '--diff-filter=A', '--format=%H', '--', 'tests/guards/prose.test.ts');
    const since = first.trim().split('\n').at(-1);
    if (!since) return [];
    return git('log', '--no-merges', '--format=%x00%s%x01%b%x01', '--name-only', `${since}..HEAD`)
      .split('\0')
      .filter(Boolean)
      .map((entry) => {
        const [subject = '', body = '', files = ''] = entry.split('\x01');
        return {
          subject,
          body: body.trim(),
          files: files.trim().split('\n').filter(Boolean).length,
        };
      });
  } catch {
    return [];
  }
}

const commitProblems = ({ subject, body, files }: Commit): string[] => [
  ...(subject.length > MAX_SUBJECT_CHARACTERS ? [`${subject}: too long a subject`] : []),
  ...(files > MAX_FILES_WITHOUT_BODY && body === '' ? [`${subject}: no body`] : []),
];

test('[guard] commits have a short subject, and a body if they change many files', () => {
  expect(readCommits().flatMap(commitProblems)).toEqual([]);
});

test.for([
  ['a subject of 73 characters', { subject: 'x'.repeat(73), body: '', files: 1 }, 1],
  ['six files without a body', { subject: 'Fix it', body: '', files: 6 }, 1],
  ['a short commit', { subject: 'Fix it', body: '', files: 5 }, 0],
] as const)('[guard] the rules of commits judge %s', ([, commit, problems]) => {
  expect(commitProblems(commit)).toHaveLength(problems);
});
