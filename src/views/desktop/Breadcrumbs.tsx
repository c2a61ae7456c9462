import { homePath } from '#contracts/paths.ts';
import type { TextsValue } from '#islands/hooks/use-texts.ts';

interface Props extends Pick<TextsValue, 'lang' | 't'> {
  /** Without the community itself; the last one may have no address. */
  steps: { name: string; href?: string }[];
}

export function Breadcrumbs({ lang, t, steps }: Props) {
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
