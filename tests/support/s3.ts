import S3rver from '@20minutes/s3rver';
import { afterAll } from 'vitest';
import { temporaryFolder } from './server.ts';

/** A server that speaks S3, with one empty bucket, as STORAGE_URL names it. Its keys are the library's. */
export async function startS3(bucket = 'uploads'): Promise<{ storageUrl: string }> {
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: temporaryFolder('s3'), configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();
  afterAll(() => server.close());
  return { storageUrl: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?region=us-east-1&secure=0` };
}
