import type { ReactNode } from 'react';
import { pageArea } from '#client/core/page-info.ts';
import { AppendPortal } from './AppendPortal.tsx';

interface Props {
  /** Selector of the head of the page's subject. */
  head: string;
  children: ReactNode;
}

/** Moderators' tools where they don't shift the page: below the head, on phones in the top bar. */
export function ModeratorTools({ head, children }: Props) {
  const isPhone = pageArea() === 'phone';
  const container = document.querySelector(isPhone ? '.top' : head);
  return (
    container && (
      <AppendPortal
        in={container}
        className="moderator-tools"
        as="span"
        before={isPhone ? container.querySelector('.tool') : undefined}
      >
        {children}
      </AppendPortal>
    )
  );
}
