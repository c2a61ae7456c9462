import type { AdminCaller } from './admin-session.ts';
import type { TestApi } from './test-api.ts';

/* Tables of the admin area, and what its acts answer. */

export interface AdminTable<Row> {
  rows: Row[];
  total: number;
  more?: boolean;
}

/** What an act changed, and the calls that take it back. */
export interface ActionReply {
  changed: number[];
  undo: { path: string; body: Record<string, unknown> }[];
}

/** Reads tables of the admin area, as JSON and as the lines of a CSV file. */
export const adminTableReader = (api: TestApi, admin: AdminCaller) => ({
  table: async <Row>(path: string): Promise<AdminTable<Row>> =>
    (await admin.call<AdminTable<Row>>('GET', `/api/v2/admin/${path}`)).body,
  csv: async (path: string): Promise<string[]> =>
    (
      await (
        await api.send('GET', `/api/v2/admin/${path}`, undefined, { cookie: admin.cookie })
      ).text()
    )
      .trim()
      .split('\r\n'),
});
