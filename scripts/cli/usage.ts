/**
 * Whether the command was asked what it does, by --help or -h; it has printed it then and has
 * nothing else to do.
 */
export function printUsageIfAsked(usage: string): boolean {
  const isAsked = process.argv
    .slice(2)
    .some((argument) => argument === '--help' || argument === '-h');
  if (isAsked) process.stdout.write(`${usage}\n`);
  return isAsked;
}
