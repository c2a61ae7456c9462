/* Detects whether pasted plain text is Markdown, code, columns or prose. */

/** Kinds of Markdown marks; tables and fences (`isCertain`) have no other use. */
const MARKS: readonly { mark: RegExp; isCertain?: boolean }[] = [
  { mark: /^ {0,3}#{1,6} \S/ },
  { mark: /^ {0,3}(?:```|~~~)/, isCertain: true },
  { mark: /^ {0,3}\|?[ :-]{3,}\|[ :|-]{2,}$/, isCertain: true },
  { mark: /^ {0,3}[-*+] \S/ },
  { mark: /^ {0,3}\d{1,3}\. \S/ },
  { mark: /^ {0,3}> \S/ },
  { mark: /\*\*[^\s*][^*\n]{0,200}\*\*/ },
  { mark: /!?\[[^[\]\n]{1,200}\]\((?:https?:|\/|#)[^\s()]{0,500}\)/, isCertain: true },
  { mark: /(?:^|[^`])`[^`\n]{1,200}`(?!`)/ },
];

/** Lines of shells, configuration, programs and logs, where Markdown's signs mean other things. */
const OTHER_LINES: readonly RegExp[] = [
  /^#!|^\s*(?:sudo|apt(?:-get)?|export|source|set -|echo|cd|deb(?:-src)?|alias|if \[|fi$|done$|esac$|UUID=)\b/,
  /^\s*[$%>#] ?(?:sudo|apt|cd|ls|cat|echo|git|npm|systemctl)\b/,
  /^[-dlcbps](?:[r-][w-][xsStT-]){3}/,
  /^\s*[\w.-]{1,60}\s?(?:=|:=|\+=)\s?\S/,
  /^\s*(?:- )?["']?[\w.-]{1,60}["']?:(?:\s|$)/,
  /^\s*\[[\w .:@/-]{1,60}\]\s*$/,
  /^\s*(?:def|class|import|from|return|for|while|if|elif|else|try|except|function|const|let|var|int|void|public|#include|#define)\b/,
  /[;{}]\s*$/,
  /^\[?\s{0,4}\d{4}[-/]\d\d[-/]\d\d[T ]|^\w{3} +\d{1,2} \d\d:\d\d:\d\d |^\[ *\d+\.\d+\]/,
  /^(?:@@ |diff --git|---? a\/|\+\+\+ b\/|commit [0-9a-f]{7})/,
  /^(?:Get|Hit|Ign|Err|Setting up|Unpacking|Preparing|Reading|Building|E|W|N): ?\S/,
  /__\w{1,40}__/,
];

/** Limits of the check. */
const MAX_LINES = 400;
const MAX_LINE_CHARACTERS = 1_000;

const linesOf = (text: string): string[] =>
  text
    .split('\n', MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_CHARACTERS))
    .filter((line) => line.trim() !== '');

/** Lines outside fenced code, which counts neither for nor against Markdown. */
function withoutFences(lines: readonly string[]): string[] {
  let isCode = false;
  return lines.filter((line) => {
    const isFence = /^ {0,3}(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return isFence || !isCode;
  });
}

function countMarks(lines: readonly string[]): number {
  return MARKS.filter(({ mark }) => lines.some((line) => mark.test(line))).reduce(
    (sum, { isCertain }) => sum + (isCertain ? 2 : 1),
    0,
  );
}

export const hasMarkdown = (text: string): boolean => countMarks(withoutFences(linesOf(text))) > 0;

const hasOtherLines = (lines: readonly string[]): boolean =>
  lines.some((line) => OTHER_LINES.some((other) => other.test(line)));

/** Whether a text is certainly Markdown: several kinds of marks, no line of another language. */
export function isClearlyMarkdown(text: string): boolean {
  const lines = withoutFences(linesOf(text));
  return countMarks(lines) >= 2 && !hasOtherLines(lines);
}

/** Whether a text is indented or in columns, which need a monospaced font. */
export function hasColumns(text: string): boolean {
  const lines = linesOf(text);
  const indented = lines.filter((line) => /^(?:\t| {2,})\S/.test(line)).length;
  const aligned = lines.filter((line) => /\S(?:\t| {2,})\S/.test(line)).length;
  return indented >= 2 || aligned >= 2;
}

/** Whether a text is code, configuration or a log that Markdown would change. */
export function isCodeForMarkdown(text: string): boolean {
  const lines = linesOf(text);
  if (lines.length < 2 || isClearlyMarkdown(text)) return false;
  return hasColumns(text) || (hasMarkdown(text) && hasOtherLines(lines));
}
