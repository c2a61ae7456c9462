import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Per message of the protocol. */
const CHUNK_CHARACTERS = 128 * 1024;

export type Cell = string | number | boolean | null;

/** One row in COPY's text format. */
export function copyLine(cells: readonly Cell[]): string {
  let text = '';
  let first = true;
  for (const cell of cells) {
    if (!first) text += '\t';
    first = false;
    if (cell === null) text += '\\N';
    else if (typeof cell === 'string') text += /[\\\n\r\t]/.test(cell) ? escaped(cell) : cell;
    else text += cell === true ? 't' : cell === false ? 'f' : cell;
  }
  return `${text}\n`;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (text: string): string =>
  text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] as string);

function* chunks(rows: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += row;
    if (text.length >= CHUNK_CHARACTERS) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text) yield Buffer.from(text);
}

/** Loads lines of COPY's text format into a table. */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<string>,
): Promise<void> {
  const target = client.query(copyFrom(`copy "${table}" (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(chunks(rows), { objectMode: true, highWaterMark: 4 }), target);
}
