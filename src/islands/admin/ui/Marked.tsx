import type { ReactNode } from 'react';

interface Props {
  text: string;
  /** Where something stands in it, in order. */
  findings: readonly { start: number; end: number; word: string }[];
}

/** A text in which what was found is marked; of what overlaps the first. */
export function Marked({ text, findings }: Props) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { start, end, word } of findings) {
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
