import { startS3Server } from '../../../../tests/support/s3-server.ts';

/* The machine of the bucket of uploads: `node bucket.ts FOLDER ADDRESS PORT`. */

const [directory = '', address = '', port = ''] = process.argv.slice(2);
await startS3Server(directory, 'uploads', { address, port: Number(port) });
