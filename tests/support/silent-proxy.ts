import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEndOfFile } from './at-end-of-file.ts';

export interface SilentProxy {
  /** The target's address through the proxy. */
  url: string;
  /** Existing connections pass nothing on any more, and stay open. New ones work. */
  silence(): void;
}

/** A TCP proxy whose connections can fall silent, as if a machine had vanished. */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
      sockets.clear();
    },
  };
}
