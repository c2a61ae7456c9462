import { startS3Server } from '../../tests/support/s3-server.ts';

/*
 * An S3 server in a process of its own: `node bucket.ts FOLDER BUCKET ADDRESS PORT`. Sends the
 * bucket's address to its parent when it listens.
 */

const [folder = '', bucket = '', address = '', port = ''] = process.argv.slice(2);
const { storageUrl } = await startS3Server(folder, bucket, { address, port: Number(port) });
process.send?.(storageUrl);
