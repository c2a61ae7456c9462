import type { ReactNode } from 'react';
import { pageArea } from '#client/core/page-info.ts';
import { AppendPortal } from './AppendPortal.tsx';

interface Props {
  /** Finds the head of what the page is about. */
  head: string;
  children: ReactNode;
}

/**
 * The tools of moderators for what a page is about, where nothing moves when they come: below the
 * buttons of its head, on phones as icons in the top bar.
 */
export function ModeratorTools({ head, children }: Props) {
  const isPhone = pageArea() === 'phone';
  const place = document.querySelector(isPhone ? '.top' : head);
  return (
    place && (
      <AppendPortal
        in={place}
        className="moderator-tools"
        as="span"
        before={isPhone ? place.querySelector('.tool') : undefined}
      >
        {children}
      </AppendPortal>
    )
  );
}
