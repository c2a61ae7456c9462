import type { ReactNode, Ref } from 'react';

interface Props<Name extends string> {
  label: string;
  names: readonly Name[];
  current: Name;
  href(name: Name): string;
  text(name: Name): ReactNode;
  ref?: Ref<HTMLElement>;
}

/** The parts of a screen as links, each with its own address. */
export const TabLinks = <Name extends string>({
  label,
  names,
  current,
  href,
  text,
  ref,
}: Props<Name>) => (
  <nav className="tabs-row" ref={ref} aria-label={label}>
    <div className="tabs">
      {names.map((name) => (
        <a key={name} href={href(name)} aria-current={name === current ? 'page' : undefined}>
          {text(name)}
        </a>
      ))}
    </div>
  </nav>
);
