import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { adminGuidePath, isAdminScreen } from '#contracts/admin.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { useScreenTitle } from '../hooks/use-screen-title.ts';

interface Props {
  /** The title; default: the title of the screen. */
  title?: string;
  text?: ReactNode;
  children?: ReactNode;
}

/** Opens the guide's section in another tab, so that a form on this page isn't lost. */
function GuideLink() {
  const { t, lang } = useTexts();
  const { screen } = useStore($adminLocation);
  if (!isAdminScreen(screen)) return null;
  return (
    <a
      className="guide-link"
      href={adminGuidePath(lang, screen)}
      target="_blank"
      rel="noreferrer"
      aria-label={t('admin.guide')}
      title={t('admin.guide')}
    >
      ?
    </a>
  );
}

export function ScreenHeader({ title, text, children }: Props) {
  const screenTitle = useScreenTitle();
  return (
    <header className="screen-head">
      <h1>{title ?? screenTitle}</h1>
      <GuideLink />
      {text && <p className="meta">{text}</p>}
      {children && <div className="acts">{children}</div>}
    </header>
  );
}
