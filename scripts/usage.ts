/**
 * Whether the command was asked what it does, by --help or -h; it has printed it then and has
 * nothing else to do.
 */
export function askedForUsage(usage: string): boolean {
  const asked = process.argv
    .slice(2)
    .some((argument) => argument === '--help' || argument === '-h');
  if (asked) process.stdout.write(`${usage}\n`);
  return asked;
}
