/** Handles --help and -h; returns whether it printed the usage. */
export function printUsageIfAsked(usage: string): boolean {
  const isAsked = process.argv
    .slice(2)
    .some((argument) => argument === '--help' || argument === '-h');
  if (isAsked) process.stdout.write(`${usage}\n`);
  return isAsked;
}
