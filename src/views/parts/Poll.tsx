import type { CSSProperties } from 'react';
import type { PollResult } from '#contracts/page-model.ts';
import { formatPercent } from '#i18n/format.ts';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { contentVersion } from './content-version.ts';
import { Time } from './Time.tsx';

interface Props extends Pick<TextsValue, 'lang' | 't'> {
  poll: PollResult;
  threadId: number;
}

export function Poll({ poll, threadId, lang, t }: Props) {
  const open = poll.resultsVisible || poll.expired;
  const most = Math.max(...poll.options.map((option) => option.votesCnt));
  return (
    <section
      className="poll"
      id="poll"
      data-slot="poll"
      data-thread={threadId}
      data-version={contentVersion(null, poll)}
    >
      {poll.question && <h2>{poll.question}</h2>}
      <p className="meta dots">
        <span>
          {poll.maxChoices > 1 ? t('poll.multiple', { count: poll.maxChoices }) : t('poll.single')}
        </span>
        <span>{t('poll.voters', { count: poll.votersCnt })}</span>
        <span>
          {poll.expired ? t('poll.closed') : t('poll.expires')}{' '}
          <Time at={poll.expiresAt} lang={lang} full />
        </span>
        {poll.changeable && !poll.expired && <span>{t('poll.changeable')}</span>}
      </p>
      <ul className="num">
        {poll.options.map((option) => (
          <li
            key={option.id}
            className={open && most > 0 && option.votesCnt === most ? 'most' : undefined}
          >
            <span>{option.text}</span>
            {open && (
              <>
                <span className="meta">{t('poll.votes', { count: option.votesCnt })}</span>
                <b>{formatPercent(lang, option.rate)}</b>
                <i style={{ '--share': `${option.rate}%` } as CSSProperties} />
              </>
            )}
          </li>
        ))}
      </ul>
      {open && poll.maxChoices > 1 && <p className="meta">{t('poll.ofVoters')}</p>}
      {!poll.resultsVisible && !poll.expired && <p className="meta">{t('poll.hidden')}</p>}
      {!poll.expired && (
        <button className="btn" type="button" data-act="vote">
          {t('poll.vote')}
        </button>
      )}
    </section>
  );
}
