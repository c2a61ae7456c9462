import type { ReactNode } from 'react';

interface Props {
  text: string;
  /** Ranges of the text, in order. */
  matches: readonly { start: number; end: number; word: string }[];
}

/** A text with marked ranges; the first of overlapping ones is marked. */
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
