/** A bucket of S3 or a compatible service. */
export interface BucketConfig {
  /** Without a trailing slash. */
  address: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Parses `s3://KEY:SECRET@host[:port]/bucket?region=…&secure=0|1`. Throws if it is invalid. */
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
