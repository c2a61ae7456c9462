import type { AddressInfo } from 'node:net';
import { createServer, connect as open, type Socket } from 'node:net';
import { atEndOfFile } from './at-end-of-file.ts';

/** A TCP relay to a server on this machine whose port changes with a restart. */
export interface TcpRelay {
  /** The server's address through the relay. */
  through(url: string): string;
  /** Relays new connections to another server; existing connections continue. */
  setTarget(url: string): void;
  /** Accepts connections and forwards nothing until the next `setTarget`. */
  hang(): void;
}

/** Opens a relay, until the end of the test file. */
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
    setTarget: (address) => void (port = Number(new URL(address).port)),
  };
}
