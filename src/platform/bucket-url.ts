/** A bucket of S3 or of what speaks its language. */
export interface BucketConfig {
  /** The bucket's address, without a slash at its end. */
  address: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Reads `s3://KEY:SECRET@host[:port]/bucket?region=…&secure=0|1`. Throws when it isn't one. */
export function parseBucketUrl(text: string): BucketConfig {
  const url = new URL(text);
  const bucket = url.pathname.slice(1);
  const secure = url.searchParams.get('secure') ?? '1';
  if (
    url.protocol !== 's3:' ||
    !url.username ||
    !url.password ||
    !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) ||
    !/^[01]$/.test(secure)
  )
    throw new Error('not the address of a bucket');
  return {
    address: `${secure === '1' ? 'https' : 'http'}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}
