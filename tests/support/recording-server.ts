import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordingServer {
  port: number;
  /** The address and all headers of each request, in order. */
  requests: Record<string, unknown>[];
  close(): void;
}

/** A server on 127.0.0.1 that answers `{}` and records its requests. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const requests: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url, ...request.headers });
    response.end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    close: () => void server.close(),
  };
}
