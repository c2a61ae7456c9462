import { useStore } from '@nanostores/react';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { $resolved } from '#stores/resolving.ts';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';

/** The mark below the subject: as it was published, until it changes on this page. */
export function ResolvedMark({ facts }: { facts: Element }) {
  const { t } = useTexts();
  const resolved = useStore($resolved);
  const [room] = useState(() => {
    const made = document.createElement('span');
    made.className = 'resolved';
    return made;
  });
  const [published] = useState(() => facts.querySelector('.resolved'));
  useLayoutEffect(() => {
    const now = facts.querySelector('.resolved');
    const mark = resolved === undefined ? published : resolved ? room : null;
    if (mark === now) return;
    now?.remove();
    if (!mark) return;
    const digest = facts.querySelector('.digest');
    if (digest) digest.after(mark);
    else facts.prepend(mark);
  }, [resolved, facts, published, room]);
  return createPortal(
    <>
      <Icon name="resolved" />
      {t('marks.resolved')}
    </>,
    room,
  );
}
