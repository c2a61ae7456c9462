import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ListedThreadWire } from '#contracts/wire/member.ts';
import { $account } from '#stores/account.ts';
import { pageArea } from '#stores/page.ts';
import { useGone } from '../gone/useGone.ts';
import { useTexts } from '../ui/text.ts';
import { DesktopThreadRow } from './DesktopThreadRow.tsx';
import { PhoneThreadRow } from './PhoneThreadRow.tsx';

export interface ThreadRowProps {
  thread: ListedThreadWire;
  /** At the end of the line below the subject. */
  children?: ReactNode;
}

/** A thread in a list of the reader's own. */
export function ThreadRow(props: ThreadRowProps) {
  const { t } = useTexts();
  const { id, user } = props.thread;
  const reader = useStore($account)?.id;
  const gone = useGone({ thread: id, user: user.id });
  if (gone && user.id !== reader) return <p className="gone">{t('messages.withheld')}</p>;
  return pageArea() === 'phone' ? <PhoneThreadRow {...props} /> : <DesktopThreadRow {...props} />;
}
