import { once } from 'node:events';
import type { Server } from 'node:net';
import { ConfigError, type Env } from '#platform/env.ts';

type Address = Pick<Env, 'ROLE' | 'HOST' | 'PORT' | 'WORKER_PORT'>;

/** The port of a server with this role. */
export const getListenPort = ({ ROLE, PORT, WORKER_PORT }: Omit<Address, 'HOST'>): number =>
  ROLE === 'worker' ? WORKER_PORT : PORT;

/** Opens the port. "localhost" is both 127.0.0.1 and ::1, and browsers pick either. */
export async function listenOn(server: Server, env: Address): Promise<void> {
  const port = getListenPort(env);
  const variable = env.ROLE === 'worker' ? 'WORKER_PORT' : 'PORT';
  const address = env.HOST === 'localhost' ? '127.0.0.1' : env.HOST;
  await once(server.listen(port, address), 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new ConfigError(
        `Port ${port} is taken by another program. Stop it, or choose another port: ${variable}=${port + 1} npm start`,
      );
    if (error.code === 'EACCES')
      throw new ConfigError(
        `Port ${port} may not be opened by this user. Choose one above 1023: ${variable}=4321 npm start`,
      );
    throw error;
  });
}
