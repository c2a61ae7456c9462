interface Props {
  label: string;
  tabs: { text: string; href: string; current: boolean; forMembers?: boolean }[];
}

export function Tabs({ label, tabs }: Props) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ text, href, current, forMembers }) => (
        <a
          key={href}
          className={forMembers ? 'members' : undefined}
          href={href}
          rel={forMembers ? 'nofollow' : undefined}
          aria-current={current ? 'page' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
