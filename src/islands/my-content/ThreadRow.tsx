import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { $account } from '#client/account/account.ts';
import { pageArea } from '#client/core/page-info.ts';
import { toListedThread } from '#client/thread/from-wire.ts';
import type { ThreadListItemWire } from '#contracts/wire/own-content.ts';
import { DesktopThreadRow } from '../components/DesktopThreadRow.tsx';
import { PhoneThreadRow } from '../components/PhoneThreadRow.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { useRemoved } from '../removals/use-removed.ts';
import { WithheldBadge } from './WithheldBadge.tsx';

interface Props {
  thread: ThreadListItemWire;
  /** In the list of the reader's own threads, which omits the author. */
  isOwnList?: boolean;
  /** Content after the line below the subject. */
  children?: ReactNode;
}

/** A thread in the reader's own lists, as a row of the desktop or phone site. */
export function ThreadRow({ thread: wire, isOwnList, children }: Props) {
  const { t } = useTexts();
  const readerId = useStore($account)?.id;
  const isRemoved = useRemoved({ thread: wire.id, user: wire.user.id });
  if (isRemoved && wire.user.id !== readerId)
    return <p className="placeholder-text">{t('messages.withheld')}</p>;
  const thread = toListedThread(wire);
  const row = { thread, forum: true };
  const withheld = <WithheldBadge reason={thread.ownWithheldReason} />;
  if (pageArea() === 'desktop')
    return (
      <DesktopThreadRow {...row} withheld={withheld}>
        {children}
      </DesktopThreadRow>
    );
  return (
    <>
      <PhoneThreadRow {...row} own={isOwnList} />
      <p className="own-line meta">
        {withheld}
        {children}
      </p>
    </>
  );
}
