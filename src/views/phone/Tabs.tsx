interface Props {
  label: string;
  tabs: { text: string; href: string; current: boolean }[];
}

export function Tabs({ label, tabs }: Props) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ text, href, current }) => (
        <a key={href} href={href} aria-current={current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
