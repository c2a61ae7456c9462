import { createDb } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { deliver } from './mail-server.ts';

/* `mail-sender.ts ID`: a process that sends one mail as a job does, and can be killed. */

const env = readEnv();
const url = env.DATABASE_URL as string;
const db = createDb({ url, kind: 'maintenance', maxConnections: 1, name: 'mail sender' });
await deliver(db, env, Number(process.argv[2]));
await db.$client.end();
