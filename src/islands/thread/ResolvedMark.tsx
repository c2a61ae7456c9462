import { useStore } from '@nanostores/react';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { $resolved } from '#stores/resolving.ts';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';

/** The mark below the subject, from when it changes on this page. */
export function ResolvedMark({ facts }: { facts: Element }) {
  const { t } = useTexts();
  const resolved = useStore($resolved);
  const [room] = useState(() => {
    const made = document.createElement('span');
    made.className = 'resolved';
    return made;
  });
  useLayoutEffect(() => {
    if (resolved === undefined) return;
    facts.querySelector('.resolved')?.remove();
    const digest = facts.querySelector('.digest');
    if (!resolved) return;
    if (digest) digest.after(room);
    else facts.prepend(room);
  }, [resolved, facts, room]);
  return createPortal(
    <>
      <Icon name="resolved" />
      {t('marks.resolved')}
    </>,
    room,
  );
}
