import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from './at-end-of-file.ts';
import type { Caller } from './test-api.ts';

export interface UploadReply {
  code: number;
  msg: string;
  err_code?: string;
  data: string[];
}

export function uploadForm(...files: (Buffer | File)[]): FormData {
  const data = new FormData();
  for (const [index, file] of files.entries())
    data.append(
      'image',
      file instanceof File
        ? file
        : new File([new Uint8Array(file)], `picture-${index}.png`, { type: 'image/png' }),
    );
  return data;
}

/** Uploads these files as browsers do: with a Content-Length. */
export async function uploadFiles(
  by: Caller,
  files: Buffer | Buffer[],
  headers = {},
  path = '/api/v1/thread/file',
): Promise<{ status: number; body: UploadReply }> {
  const sent = new Response(uploadForm(...[files].flat()));
  const body = await sent.arrayBuffer();
  const response = await by.send('POST', path, body, {
    'content-type': sent.headers.get('content-type') as string,
    'content-length': String(body.byteLength),
    ...headers,
  });
  return { status: response.status, body: (await response.json()) as UploadReply };
}

/** The storage path of an upload's address. */
export const storagePath = (url: string | undefined): string =>
  (url ?? '').replace(/^\/uploads\//, '');

/** Listens until the end of the test file; resolves with the port. */
export async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  atEndOfFile(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return (server.address() as AddressInfo).port;
}
