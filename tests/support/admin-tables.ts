import type { AdminCaller } from './admin.ts';
import type { TestApi } from './api.ts';

/* Tables of the admin area, and what its acts answer. */

export interface Table<Row> {
  rows: Row[];
  total: number;
  more?: boolean;
}

/** What an act changed, and the calls that take it back. */
export interface Done {
  changed: number[];
  undo: { path: string; body: object }[];
}

/** Reads tables of the admin area, as JSON and as the lines of a CSV file. */
export const adminTables = (api: TestApi, admin: AdminCaller) => ({
  table: async <Row>(path: string): Promise<Table<Row>> =>
    (await admin.call<Table<Row>>('GET', `/api/v2/admin/${path}`)).body,
  csv: async (path: string): Promise<string[]> =>
    (
      await (
        await api.send('GET', `/api/v2/admin/${path}`, undefined, { cookie: admin.cookie })
      ).text()
    )
      .trim()
      .split('\r\n'),
});
