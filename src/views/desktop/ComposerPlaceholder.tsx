import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { ClosedNote } from '../parts/ClosedNote.tsx';

interface Props {
  threadId: number;
  forumId: number;
  closed: boolean;
  reopensAt: Date | null;
}

export function ComposerPlaceholder({ threadId, forumId, closed, reopensAt }: Props) {
  const { t } = useTexts();
  return (
    <section
      className="compose"
      id="compose"
      aria-label={t('composer.label')}
      data-slot={closed ? undefined : 'composer'}
      data-thread={threadId}
      data-forum={forumId}
    >
      {closed ? (
        <ClosedNote reopensAt={reopensAt} />
      ) : (
        <>
          <span className="nobody">
            <Icon name="user" />
          </span>
          <button className="start" type="button" data-act="compose">
            {t('composer.start')}
          </button>
          <noscript>
            <p className="meta">{t('composer.noScript')}</p>
          </noscript>
        </>
      )}
    </section>
  );
}
