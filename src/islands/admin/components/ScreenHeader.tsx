import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** One line beside the title. */
  text?: ReactNode;
  /** What can be done with all of the screen. */
  children?: ReactNode;
}

/** The top of a screen. */
export function ScreenHeader({ title, text, children }: Props) {
  return (
    <header className="screen-head">
      <h1>{title}</h1>
      {text && <p className="meta">{text}</p>}
      {children && <div className="acts">{children}</div>}
    </header>
  );
}
