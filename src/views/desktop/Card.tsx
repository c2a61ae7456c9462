import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Target of the text. */
  href?: string;
  id?: string;
  /** A small text at the end of the title's line. */
  hint?: ReactNode;
  children?: ReactNode;
}

export function Card({ title, hint, href, id, children }: Props) {
  return (
    <section className="block" id={id}>
      <header>
        <h2>{title}</h2>
        {hint &&
          (href ? (
            <a className="meta" href={href}>
              {hint}
            </a>
          ) : (
            <span className="meta">{hint}</span>
          ))}
      </header>
      {children}
    </section>
  );
}
