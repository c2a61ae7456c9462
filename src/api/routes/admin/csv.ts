import { requireActor } from '#auth/guards.ts';
import type { CsvColumn } from '#contracts/calls/call-spec.ts';
import { AppError } from '#contracts/errors.ts';
import { startBody } from '#platform/file-stream.ts';
import { EXPORT_MAX_MS } from '#platform/limits.ts';
import type { ApiContext } from '../../http/context.ts';

/**
 * Spreadsheets execute cells that start with these, some also in full width or after invisible
 * characters. A leading apostrophe makes them text.
 */
const FORMULA_START = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A quoted, harmless cell. Numbers remain numbers; true is 1. */
export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '""';
  if (typeof value === 'number' || typeof value === 'boolean') return String(Number(value));
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `"${(FORMULA_START.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

const formatLine = (cells: readonly unknown[]): string => `${cells.map(formatCell).join(',')}\r\n`;

/** For Excel, which otherwise assumes the local encoding. */
const BOM = '\uFEFF';

/** Retry-After in seconds while another export of the administrator runs. */
const RETRY_AFTER_SECONDS = 10;
/** Administrators with a running export: one each. */
const exporting = new Set<number>();

/** Throws tooMany if another export of the same administrator runs; ends after EXPORT_MAX_MS. */
async function* limitExport<Row>(
  userId: number,
  portions: AsyncGenerator<Row[]>,
): AsyncGenerator<Row[]> {
  if (exporting.has(userId))
    throw new AppError('tooMany', {
      retryAfter: RETRY_AFTER_SECONDS,
      values: { seconds: RETRY_AFTER_SECONDS },
    });
  exporting.add(userId);
  const endsMs = performance.now() + EXPORT_MAX_MS;
  try {
    for await (const rows of portions) {
      if (performance.now() > endsMs) throw new Error('an export took too long');
      yield rows;
    }
  } finally {
    exporting.delete(userId);
  }
}

/**
 * Streams rows as CSV, at the reader's speed until it disconnects. An error before the first row
 * fails the call; a later one aborts the file.
 */
export async function sendCsv<Row>(
  c: ApiContext,
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncGenerator<Row[]>,
): Promise<Response> {
  const portions = limitExport(requireActor(c).userId, rows);
  const titles = columns.map((column) => (typeof column === 'string' ? column : column[0]));
  const toCells = (row: Row) =>
    columns.map((column) => (typeof column === 'string' ? row[column] : column[1](row)));
  const encoder = new TextEncoder();
  async function* encodeTable(): AsyncGenerator<Uint8Array> {
    let text = BOM + formatLine(titles);
    for await (const portion of portions) {
      text += portion.map((row) => formatLine(toCells(row))).join('');
      yield encoder.encode(text);
      text = '';
    }
    if (text !== '') yield encoder.encode(text);
  }
  const body = await startBody(encodeTable());
  return c.body(body, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
    'cache-control': 'no-store',
  });
}
