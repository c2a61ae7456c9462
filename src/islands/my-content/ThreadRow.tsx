import { useStore } from '@nanostores/react';
import { $account } from '#client/account/account.ts';
import { pageArea } from '#client/core/page-info.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { useRemoved } from '../removals/use-removed.ts';
import { DesktopThreadRow } from './DesktopThreadRow.tsx';
import { PhoneThreadRow } from './PhoneThreadRow.tsx';
import type { ThreadRowProps } from './thread-row-props.ts';

/** A thread in one of the reader's own lists, as a row of the desktop or the phone site. */
export function ThreadRow(props: ThreadRowProps) {
  const { t } = useTexts();
  const { id, user } = props.thread;
  const readerId = useStore($account)?.id;
  const isRemoved = useRemoved({ thread: id, user: user.id });
  if (isRemoved && user.id !== readerId)
    return <p className="placeholder-text">{t('messages.withheld')}</p>;
  return pageArea() === 'phone' ? <PhoneThreadRow {...props} /> : <DesktopThreadRow {...props} />;
}
