import { homePath } from '#contracts/paths.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  /** Without the community itself; the current page may have no address. */
  steps: { name: string; href?: string }[];
}

export function Breadcrumbs({ steps }: Props) {
  const { t, lang } = useTexts();
  return (
    <nav className="path meta" aria-label={t('nav.path')}>
      <ol>
        <li>
          <a href={homePath(lang)}>{t('nav.community')}</a>
        </li>
        {steps.map(({ name, href }) => (
          <li key={name}>{href ? <a href={href}>{name}</a> : name}</li>
        ))}
      </ol>
    </nav>
  );
}
