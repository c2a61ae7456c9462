import type { Edit } from './mutant.ts';

/* Parts of SQL that can be omitted. Positions refer to the given text. */

const BEGINS_LIKE_SQL =
  /^\s*(?:with|select|insert into|update|delete from|from|where|and|join|left join|order by|lock)\b/;
const CLAUSE_END =
  /\b(?:group by|order by|limit|offset|returning|for (?:no key )?update|for (?:key )?share|union|except|intersect|on conflict|having|window|(?<!distinct )from|(?:left |cross |inner )?join|where|set)\b/y;
const ROW_LOCK =
  /\bfor (?:no key )?(?:update|share)\b(?: of \w+)?(?: skip locked| nowait)?|\bfor key share\b/g;
const ADVISORY_LOCK = /\bpg_(try_)?advisory_(?:xact_)?lock(?:_shared)?\(/g;
const LIMIT = /\blimit\s+(?::?\w+)/g;
/** A row of `values` that invalidates pages. */
const INVALIDATION_ROW = /^[ \t]*(?:\(.*\)|Z+),[ \t]*\n/gm;

/** The text with quoted parts blanked. */
const withoutQuotes = (text: string): string =>
  text.replace(/'(?:[^']|'')*'|"[^"\n]*"/g, (quoted) => 'Q'.repeat(quoted.length));

/** Calls back for each word of a clause outside of brackets and `case`. */
function walkClause(text: string, from: number, onWord: (word: string, at: number) => void) {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text[at] as string;
    if (character === ')' && depth === 0) break;
    if (character === ';') break;
    if (character === '(') depth++;
    if (character === ')') depth--;
    const word = /[a-z]/i.test(character) ? (/\w+/y.exec(text.slice(at))?.[0] ?? '') : '';
    if (!word) {
      at++;
      continue;
    }
    if (depth === 0) {
      CLAUSE_END.lastIndex = at;
      if (CLAUSE_END.test(text)) break;
      onWord(word, at);
    }
    if (word === 'case') depth++;
    if (word === 'end') depth--;
    at += word.length;
  }
  return from + text.slice(from, at).trimEnd().length;
}

/** Ranges of a clause's conditions, split at `and`. */
function splitConditions(text: string, from: number) {
  const ands: number[] = [];
  let isBetween = false;
  const end = walkClause(text, from, (word, at) => {
    if (word === 'between') isBetween = true;
    else if (word === 'and' && isBetween) isBetween = false;
    else if (word === 'and') ands.push(at);
  });
  const conditions = [from, ...ands].map((start, index) => ({
    start: index === 0 ? start : start + 'and'.length,
    end: ands[index] ?? end,
  }));
  return { conditions, end };
}

function conditionEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const { 0: keyword, index } of text.matchAll(/\bwhere\b|\bon\b(?! conflict)/g)) {
    const from = index + keyword.length;
    const { conditions, end } = splitConditions(text, from);
    const isFilter = /filter\s*\($/.test(text.slice(0, index).trimEnd());
    if (keyword === 'where' && !isFilter && text.slice(from, end).trim() !== 'true')
      edits.push({ kind: 'sql', start: index, end, replacement: '' });
    if (conditions.length < 2) continue;
    for (const [place, condition] of conditions.entries()) {
      const isFirst = place === 0;
      // the first is deleted with the following `and`, the others with the preceding one
      const start = isFirst ? condition.start : condition.start - 'and'.length;
      const until = isFirst ? condition.end + 'and'.length : condition.end;
      edits.push({ kind: 'sql', start, end: until, replacement: isFirst ? '' : ' ' });
    }
  }
  if (/^\s*and\b/.test(text))
    edits.push({ kind: 'sql', start: 0, end: text.length, replacement: '' });
  return edits;
}

/** The bracket that closes the one before `from`. */
function closingBracket(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

const removals = (text: string, pattern: RegExp, kind: Edit['kind']): Edit[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    kind,
    start: index,
    end: index + found.length,
    replacement: '',
  }));

/** Edits of a string; none if it isn't SQL. Interpolations must be blanked with `Z`. */
export function findSqlEdits(content: string): Edit[] {
  if (!BEGINS_LIKE_SQL.test(content) || !/\s/.test(content.trim())) return [];
  const text = withoutQuotes(content);
  return [
    ...conditionEdits(text),
    ...removals(text, ROW_LOCK, 'lock'),
    ...Array.from(
      text.matchAll(ADVISORY_LOCK),
      ({ 0: found, 1: tries, index }): Edit => ({
        kind: 'lock',
        start: index,
        end: closingBracket(text, index + found.length) + 1,
        replacement: tries ? 'true' : 'null',
      }),
    ),
    ...removals(text, LIMIT, 'limit'),
    ...(/\binsert into invalidation\b/.test(text)
      ? removals(text, INVALIDATION_ROW, 'invalidation')
      : []),
  ];
}
