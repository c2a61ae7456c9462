import S3rver from '@20minutes/s3rver';

/** An S3 server with one bucket in a folder. Its access keys are the library's defaults. */
export async function startS3Server(
  directory: string,
  bucket = 'uploads',
  { address, port: wantedPort } = { address: '127.0.0.1', port: 0 },
): Promise<{ storageUrl: string; stop(): Promise<void> }> {
  const server = new S3rver({
    port: wantedPort,
    address,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    storageUrl: `s3://S3RVER:S3RVER@${address}:${port}/${bucket}?region=us-east-1&secure=0`,
    stop: () => server.close(),
  };
}
