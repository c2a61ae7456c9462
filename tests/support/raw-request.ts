import { type IncomingHttpHeaders, request } from 'node:http';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** As received, not decompressed. */
  body: Buffer;
}

interface RawRequestOptions {
  method?: string;
  headers?: Record<string, string>;
  /** The client's address, one of this machine. */
  localAddress?: string;
}

/** Sends a plain request: no redirects followed, no decompression, no header added but Host. */
export async function rawRequest(
  url: string,
  { method = 'GET', headers = {}, ...from }: RawRequestOptions = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const options = { ...from, method, headers, agent: false, timeout: 30_000 };
    const asked = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
      response.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error(`No answer from ${url} in 30 s`)));
    asked.on('error', reject);
    asked.end();
  });
}
