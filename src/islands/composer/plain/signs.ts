import type { Sign } from './PlainTools.tsx';

export interface Inserted {
  /** Takes the place of what is between `from` and `to`. */
  text: string;
  from: number;
  to: number;
  /** What is selected then, within the text. */
  select: [number, number];
}

/** What a tool makes of a text and its selection. */
export function signed(value: string, start: number, end: number, sign: Sign): Inserted {
  const chosen = value.slice(start, end);
  const around = (before: string, after: string): Inserted => ({
    text: before + chosen + after,
    from: start,
    to: end,
    select: [before.length, before.length + chosen.length],
  });
  /** Blocks begin a line of their own. */
  const gap =
    start === 0 || value.slice(0, start).endsWith('\n\n')
      ? ''
      : value[start - 1] === '\n'
        ? '\n'
        : '\n\n';
  if ('around' in sign) return around(sign.around, sign.around);
  if ('link' in sign) {
    const isAddress = /^https?:\/\/\S+$/.test(chosen);
    const text = isAddress ? `[](${chosen})` : `[${chosen}](https://)`;
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
    return chosen !== '' && !chosen.includes('\n')
      ? around('`', '`')
      : around(`${gap}\`\`\`\n`, '\n```\n');
  const from = value.lastIndexOf('\n', start - 1) + 1;
  const lines = value.slice(from, end).replace(/^/gm, sign.before);
  return { text: lines, from, to: end, select: [lines.length, lines.length] };
}
