/* Reads a mount table as in /proc/mounts: device, mount point, type, options. */

export interface Mount {
  type: string;
  options: readonly string[];
}

/** The table has spaces and other special characters as octal numbers. */
const decode = (name: string): string =>
  name.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));

const isBelow = (path: string, point: string): boolean =>
  path === point || path.startsWith(point.endsWith('/') ? point : `${point}/`);

/** The mount of an absolute path without links; of two at one point the later, which hides it. */
export function findMount(table: string, path: string): Mount | undefined {
  let longest = '';
  let found: Mount | undefined;
  for (const line of table.split('\n')) {
    const [, encoded, type, options] = line.split(' ');
    if (encoded === undefined || type === undefined || options === undefined) continue;
    const point = decode(encoded);
    if (!isBelow(path, point) || point.length < longest.length) continue;
    longest = point;
    found = { type, options: options.split(',') };
  }
  return found;
}

/** Options with which each use of a name asks the server; the kernel lists actimeo=0 as several. */
const FRESH_OPTIONS = ['noac', 'actimeo=0', 'acdirmax=0', 'lookupcache=none'];

/** Whether it is an NFS that finds files by names that another machine has deleted. */
export const cachesNames = ({ type, options }: Mount): boolean =>
  /^nfs4?$/.test(type) && !FRESH_OPTIONS.some((option) => options.includes(option));
