import type { AdminCaller } from './admin-session.ts';
import type { TestApi } from './test-api.ts';

export interface AdminTable<Row> {
  rows: Row[];
  total: number;
  more?: boolean;
}

/** The changes of an action, and the calls that undo it. */
export interface ActionReply {
  changed: number[];
  undo: { path: string; body: Record<string, unknown> }[];
}

/** Reads tables of the admin area as JSON and as CSV lines. */
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
