import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';

const TAB_WIDTH = 8;
/** Replaces tabs with spaces to the columns of a terminal. */
function expandTabs(line: string): string {
  let column = '';
  for (const part of line.split(/(\t)/))
    column += part === '\t' ? ' '.repeat(TAB_WIDTH - (column.length % TAB_WIDTH)) : part;
  return column;
}

/** A text as paragraphs with line breaks, without loss, to replace the selection. */
export function toSlice(text: string, schema: Schema, marks: Node['marks']): Slice {
  const { paragraph, hardBreak } = schema.nodes;
  if (!paragraph || !hardBreak) return Slice.empty;
  const toLines = (lines: string): Node[] =>
    lines.split('\n').flatMap((line, at) => {
      const words = expandTabs(line);
      const nodes = words === '' ? [] : [schema.text(words, marks)];
      return at > 0 ? [hardBreak.create(), ...nodes] : nodes;
    });
  const paragraphs = text
    .replace(/\n$/, '')
    .split(/\n[ \t]*\n/)
    .map((lines) => paragraph.create(null, toLines(lines)));
  return new Slice(Fragment.from(paragraphs), 1, 1);
}
