import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ThreadListItemWire } from '#contracts/wire/own-content.ts';
import { $account } from '#stores/account/account.ts';
import { pageArea } from '#stores/client/page-info.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { useRemoved } from '../removals/use-removed.ts';
import { DesktopThreadRow } from './DesktopThreadRow.tsx';
import { PhoneThreadRow } from './PhoneThreadRow.tsx';

export interface ThreadRowProps {
  thread: ThreadListItemWire;
  /** At the end of the line below the subject. */
  children?: ReactNode;
}

/** A thread in a list of the reader's own. */
export function ThreadRow(props: ThreadRowProps) {
  const { t } = useTexts();
  const { id, user } = props.thread;
  const readerId = useStore($account)?.id;
  const isRemoved = useRemoved({ thread: id, user: user.id });
  if (isRemoved && user.id !== readerId) return <p className="gone">{t('messages.withheld')}</p>;
  return pageArea() === 'phone' ? <PhoneThreadRow {...props} /> : <DesktopThreadRow {...props} />;
}
