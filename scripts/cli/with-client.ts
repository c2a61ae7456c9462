import pg from 'pg';
import { KEEP_ALIVE } from '#db/keep-alive.ts';

interface ClientOptions {
  /** application_name */
  name: string;
  /** Connection timeout in milliseconds; default: none. */
  connectMs?: number;
}

/** Runs `work` with its own connection. */
export async function withClient<T>(
  url: string,
  { name, connectMs = 0 }: ClientOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    ...KEEP_ALIVE,
  });
  client.on('error', () => {}); // the running query rejects too
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
