import type { MarkdownTool } from './PlainToolbar.tsx';

interface TextEdit {
  /** Replaces the text between `from` and `to`. */
  text: string;
  from: number;
  to: number;
  /** The selection afterwards, within the text. */
  select: [number, number];
}

/** The line breaks before a block at a cursor: a block needs an empty line before it. */
function gapBefore(value: string, at: number): string {
  const before = value.slice(0, at);
  if (before === '' || before.endsWith('\n\n')) return '';
  return before.endsWith('\n') ? '\n' : '\n\n';
}

/** Whether a cursor is within a code block. */
export const isInFence = (value: string, at: number): boolean =>
  (value.slice(0, at).match(/^ {0,3}(?:`{3,}|~{3,})/gm) ?? []).length % 2 === 1;

/** A text as a code block at a cursor; its fence is longer than those in the text. */
export function fenceAt(value: string, at: number, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${gapBefore(value, at)}${fence}\n${text.replace(/\n$/, '')}\n${fence}\n`;
}

export function applyMarkdown(
  value: string,
  start: number,
  end: number,
  sign: MarkdownTool,
): TextEdit {
  const selected = value.slice(start, end);
  const wrap = (before: string, after: string): TextEdit => ({
    text: before + selected + after,
    from: start,
    to: end,
    select: [before.length, before.length + selected.length],
  });
  const gap = gapBefore(value, start);
  if ('around' in sign) return wrap(sign.around, sign.around);
  if ('link' in sign) {
    const isAddress = /^https?:\/\/\S+$/.test(selected);
    const text = isAddress ? `[](${selected})` : `[${selected}](https://)`;
    return {
      text,
      from: start,
      to: end,
      select: isAddress ? [1, 1] : [text.length - 1, text.length - 1],
    };
  }
  if ('rule' in sign)
    return { text: `${gap}---\n\n`, from: end, to: end, select: [gap.length + 5, gap.length + 5] };
  if ('fence' in sign)
    return selected !== '' && !selected.includes('\n')
      ? wrap('`', '`')
      : wrap(`${gap}\`\`\`\n`, '\n```\n');
  const from = value.lastIndexOf('\n', start - 1) + 1;
  const lines = value.slice(from, end).replace(/^/gm, sign.before);
  return { text: lines, from, to: end, select: [lines.length, lines.length] };
}
