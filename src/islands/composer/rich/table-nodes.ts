import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

/** A table with the markup of published pages: no widths, with its caption. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  addAttributes() {
    return {
      ...this.parent?.(),
      caption: {
        default: null,
        parseHTML: (element: HTMLElement) =>
          element.querySelector(':scope > caption')?.textContent ?? null,
        renderHTML: ({ caption }: Record<string, unknown>) =>
          caption === null ? {} : { 'data-caption': caption },
      },
    };
  },
});

/** Without the pixel widths that resizing would set: columns are as wide as their text. */
const plainCell = {
  renderHTML: ({
    HTMLAttributes: { colwidth: _, ...rest },
  }: {
    HTMLAttributes: Record<string, unknown>;
  }) => rest,
};

export const tableExtensions = [
  PlainTable.configure({ resizable: false }),
  TableRow,
  TableCell.extend({ renderHTML: (props) => ['td', plainCell.renderHTML(props), 0] }),
  TableHeader.extend({ renderHTML: (props) => ['th', plainCell.renderHTML(props), 0] }),
];
