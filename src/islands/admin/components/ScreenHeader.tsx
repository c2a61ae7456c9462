import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { adminGuidePath, isAdminScreen } from '#contracts/admin.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { useScreenTitle } from '../hooks/use-screen-title.ts';

interface Props {
  /** The title of the screen, unless told otherwise. */
  title?: string;
  /** A line beside the title. */
  text?: ReactNode;
  /** Actions of the whole screen. */
  children?: ReactNode;
}

/**
 * Leads to the guide's section about the screen, in another tab: what stands in a form is kept.
 */
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

/** The header of a screen. */
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
