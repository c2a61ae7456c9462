import type { ReactNode } from 'react';

interface Props {
  text: string;
  /** Where something stands in it, in order. */
  matches: readonly { start: number; end: number; word: string }[];
}

/** A text in which what was found is marked; of what overlaps the first. */
export function MarkedText({ text, matches }: Props) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { start, end, word } of matches) {
    if (start < at) continue;
    pieces.push(
      text.slice(at, start),
      <mark key={start} title={word}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  );
}
