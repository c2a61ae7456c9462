/** The first place where two texts differ, with a little of what stands around it, on one line. */
export interface TextDifference {
  former: string;
  now: string;
}

/** Characters that are shown before a difference, and from it on. */
const CHARACTERS_BEFORE = 60;
const CHARACTERS_AFTER = 100;

/** Where two texts first differ; undefined when they are equal. */
export function findTextDifference(former: string, now: string): TextDifference | undefined {
  if (former === now) return undefined;
  let at = 0;
  while (at < former.length && former[at] === now[at]) at++;
  const excerpt = (text: string) =>
    text.slice(Math.max(0, at - CHARACTERS_BEFORE), at + CHARACTERS_AFTER).replace(/\s+/g, ' ');
  return { former: excerpt(former), now: excerpt(now) };
}
