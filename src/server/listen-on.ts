import { once } from 'node:events';
import type { Server } from 'node:net';
import { ConfigError } from '#platform/config-error.ts';

/** Opens a port. "localhost" is both 127.0.0.1 and ::1, and browsers pick either. */
export async function listenOn(server: Server, port: number, host: string): Promise<void> {
  const address = host === 'localhost' ? '127.0.0.1' : host;
  await once(server.listen(port, address), 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new ConfigError(
        `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
      );
    if (error.code === 'EACCES')
      throw new ConfigError(
        `Port ${port} may not be opened by this user. Choose one above 1023: PORT=4321 npm start`,
      );
    throw error;
  });
}
