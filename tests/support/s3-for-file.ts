import { atEndOfFile } from './at-end-of-file.ts';
import { startS3Server } from './s3-server.ts';
import { temporaryFolder } from './test-site.ts';

/** The same with an empty bucket, until the end of the test file. */
export async function startS3ForFile(bucket?: string): Promise<{ storageUrl: string }> {
  const { storageUrl, stop } = await startS3Server(temporaryFolder('s3'), bucket);
  atEndOfFile(stop);
  return { storageUrl };
}
