import type { AddressInfo } from 'node:net';
import { createServer, connect as open, type Socket } from 'node:net';
import { atEndOfFile } from './at-end-of-file.ts';

/** A TCP line to a server on this machine whose port changes when it is started again. */
export interface TcpRelay {
  /** An address like that of the server, which leads there by the relay. */
  through(url: string): string;
  /** Leads to another server from now on; connections that stand go on to the one they have. */
  lead(url: string): void;
  /** Takes connections and hands nothing on, until it leads somewhere again. */
  hang(): void;
}

/** Opens a relay; ended with the test file. */
export async function startTcpRelay(url: string): Promise<TcpRelay> {
  let port: number | undefined = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    if (port === undefined) {
      sockets.add(incoming.on('error', () => {}));
      return;
    }
    const outgoing = open(port, '127.0.0.1');
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  atEndOfFile(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    through: (address) =>
      address.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    hang() {
      port = undefined;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    lead: (address) => void (port = Number(new URL(address).port)),
  };
}
