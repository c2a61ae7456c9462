import type { MarkdownTool } from './PlainToolbar.tsx';

export interface TextEdit {
  /** Replaces the text between `from` and `to`. */
  text: string;
  from: number;
  to: number;
  /** The selection afterwards, within the text. */
  select: [number, number];
}

/** The result of a tool for a text and its selection. */
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
  /** Blocks start on a new line. */
  const gap =
    start === 0 || value.slice(0, start).endsWith('\n\n')
      ? ''
      : value[start - 1] === '\n'
        ? '\n'
        : '\n\n';
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
