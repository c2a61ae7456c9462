import pg from 'pg';

interface ClientOptions {
  /** What PostgreSQL calls it. */
  name: string;
  /** Milliseconds for the connection; as long as it takes without them. */
  connectMs?: number;
}

/** Runs `work` with a connection of its own, which ends with it. */
export async function withClient<T>(
  url: string,
  { name, connectMs = 0 }: ClientOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectMs,
  });
  client.on('error', () => {}); // the query that is under way says it
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
