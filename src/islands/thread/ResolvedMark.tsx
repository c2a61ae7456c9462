import { useStore } from '@nanostores/react';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { $resolved } from '#client/thread/resolve.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** The mark of a resolved thread: as published, until it changes on this page. */
export function ResolvedMark({ facts }: { facts: Element }) {
  const { t } = useTexts();
  const resolved = useStore($resolved);
  const [host] = useState(() => {
    const made = document.createElement('span');
    made.className = 'resolved';
    return made;
  });
  const [published] = useState(() => facts.querySelector('.resolved'));
  useLayoutEffect(() => {
    const now = facts.querySelector('.resolved');
    const mark = resolved === undefined ? published : resolved ? host : null;
    if (mark === now) return;
    now?.remove();
    if (!mark) return;
    const digest = facts.querySelector('.digest');
    if (digest) digest.after(mark);
    else facts.prepend(mark);
  }, [resolved, facts, published, host]);
  return createPortal(
    <>
      <Icon name="resolved" />
      {t('marks.resolved')}
    </>,
    host,
  );
}
