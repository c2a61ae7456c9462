import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** A line beside the title. */
  text?: ReactNode;
  /** Actions of the whole screen. */
  children?: ReactNode;
}

/** The header of a screen. */
export function ScreenHeader({ title, text, children }: Props) {
  return (
    <header className="screen-head">
      <h1>{title}</h1>
      {text && <p className="meta">{text}</p>}
      {children && <div className="acts">{children}</div>}
    </header>
  );
}
