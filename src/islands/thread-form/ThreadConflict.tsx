import { useEffect, useRef } from 'react';
import type { ThreadSourceWire } from '#contracts/wire/requests.ts';
import { Button } from '../components/Button.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  theirs: ThreadSourceWire;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Shown when somebody else has edited the thread: both texts, and the choice between them. */
export function ThreadConflict({ theirs, onKeepMine, onTakeTheirs }: Props) {
  const { t } = useTexts();
  const view = useRef<HTMLElement>(null);
  useEffect(() => view.current?.focus(), []);
  return (
    <section className="conflict" ref={view} tabIndex={-1} role="alert">
      <h2>{t('writing.conflict.title')}</h2>
      <p>{t('writing.conflict.text')}</p>
      <details open>
        <summary>{t('writing.conflict.theirs')}</summary>
        <h3>{theirs.subject}</h3>
        <UserHtml key={theirs.revision} html={theirs.message} />
      </details>
      <div className="ways">
        <Button onClick={onKeepMine}>{t('writing.conflict.mine')}</Button>
        <Button onClick={onTakeTheirs}>{t('writing.conflict.take')}</Button>
      </div>
    </section>
  );
}
