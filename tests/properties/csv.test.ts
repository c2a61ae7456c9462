import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiContext } from '#api/http/context.ts';
import { formatCell, sendCsv } from '#api/routes/admin/csv.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';

const anyCell = fc.oneof(
  anyText(4),
  fc
    .tuple(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '＝',
        '＋',
        '－',
        '＠',
        ' =',
        '"',
        '""',
        ',',
      ),
      anyText(3),
    )
    .map(([begin, rest]) => begin + rest),
  fc.constantFrom(
    '=HYPERLINK("https://evil.example";"x")',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "'",
    "'=1",
    '\uFEFF=1',
    '\u200b=1',
  ),
);

/** Text that a spreadsheet parses as a formula: also in full width or after ignored characters. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** The exported text, without the apostrophe that the export adds. */
const original = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

test('[R20] no cell of a table that is exported runs as a formula', () => {
  fc.assert(
    fc.property(anyCell, (text) => {
      const [[read]] = parse(`${formatCell(text)}\r\n`, { relax_column_count: true }) as [[string]];
      expect(read).not.toMatch(FORMULA);
    }),
    propertyRuns(1_000),
  );
});

test('[R20] a table that is exported is read by a CSV parser as it was: rows, columns, quotes, line breaks', async () => {
  const row = fc.record({
    id: fc.integer(),
    text: anyCell,
    more: fc.option(anyCell, { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      async function* portions() {
        for (let at = 0; at < rows.length; at += 3) yield rows.slice(at, at + 3);
      }
      const c = {
        var: { actor: { userId: 1 } },
        body: (stream: ReadableStream, status: number, headers: Record<string, string>) =>
          new Response(stream, { status, headers }),
      } as unknown as ApiContext;
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
        await (
          await sendCsv(
            c,
            'x',
            [
              ['number', (row: (typeof rows)[number]) => row.id],
              ['a "text", quoted', (row) => row.text],
              'more',
            ],
            portions(),
          )
        ).arrayBuffer(),
      );
      expect(text.startsWith('\uFEFF')).toBe(true);
      const [titles, ...read] = parse(text, { bom: true }) as string[][];
      expect(titles).toEqual(['number', 'a "text", quoted', 'more']);
      expect(
        read.map(([id, one, more]) => [
          Number(id),
          original(one as string),
          original(more as string),
        ]),
      ).toEqual(
        rows.map((one) => [
          one.id,
          original(one.text.toWellFormed()),
          original((one.more ?? '').toWellFormed()),
        ]),
      );
    }),
    propertyRuns(200),
  );
});
