import { afterAll } from 'vitest';
import { runS3 } from './s3-server.ts';
import { temporaryFolder } from './server.ts';

/** The same with an empty bucket for a test file, at whose end it is stopped. */
export async function startS3(bucket?: string): Promise<{ storageUrl: string }> {
  const { storageUrl, stop } = await runS3(temporaryFolder('s3'), bucket);
  afterAll(stop);
  return { storageUrl };
}
