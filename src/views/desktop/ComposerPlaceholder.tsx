import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  threadId: number;
  forumId: number;
  closed: boolean;
}

export function ComposerPlaceholder({ threadId, forumId, closed }: Props) {
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
        <p className="meta">
          <Icon name="lock" /> {t('thread.closed')}
        </p>
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
