/* Parses a Containerfile, as far as ours needs it. */

export interface Instruction {
  name: string;
  /** The arguments without options. */
  text: string;
  options: Record<string, string>;
}

/** Instructions of each stage, in order; continued lines are joined. */
export function parseContainerfile(source: string): Instruction[][] {
  const stages: Instruction[][] = [];
  const lines = source
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  for (const line of lines.filter(Boolean)) {
    const [, name = '', given = '', text = ''] =
      /^([A-Z]+) ((?:--[\w-]+=\S+ )*)(.*)$/.exec(line) ?? [];
    const options = Object.fromEntries(
      Array.from(given.matchAll(/--([\w-]+)=(\S+)/g), ([, key, value]) => [key, value]),
    ) as Record<string, string>;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text, options });
  }
  return stages;
}
