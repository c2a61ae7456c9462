import type { CSSProperties } from 'react';
import type { PollResult } from '#contracts/page-model.ts';
import { formatPercent } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Time } from './Time.tsx';

/* The parts of a poll, also on published pages. */

export interface ShownPoll extends PollResult {
  /** Ids of the options that the reader chose. */
  choice?: readonly number[] | undefined;
}

/** Whether all readers may see the results. */
export const isOpenPoll = ({ resultsVisible, expired }: PollResult): boolean =>
  resultsVisible || expired;

export function PollHead({ poll }: { poll: ShownPoll }) {
  const { t } = useTexts();
  return (
    <>
      {poll.question && <h2>{poll.question}</h2>}
      <p className="meta dots">
        <span>
          {poll.maxChoices > 1 ? t('poll.multiple', { count: poll.maxChoices }) : t('poll.single')}
        </span>
        <span>{t('poll.voters', { count: poll.votersCnt })}</span>
        <span>
          {poll.expired ? t('poll.closed') : t('poll.expires')} <Time at={poll.expiresAt} full />
        </span>
        {poll.changeable && !poll.expired && <span>{t('poll.changeable')}</span>}
      </p>
    </>
  );
}

interface OptionProps {
  poll: ShownPoll;
  option: PollResult['options'][number];
}

export function OptionVotes({ poll, option }: OptionProps) {
  const { t, lang } = useTexts();
  return (
    <>
      {poll.choice?.includes(option.id) && <span className="meta mine">{t('poll.mine')}</span>}
      <span className="meta">{t('poll.votes', { count: option.votesCnt })}</span>
      <b>{formatPercent(lang, option.rate)}</b>
      <i style={{ '--share': `${option.rate}%` } as CSSProperties} />
    </>
  );
}

/** Explains why the shares of several choices exceed 100 %. */
export function ShareHint({ poll }: { poll: ShownPoll }) {
  const { t } = useTexts();
  return poll.maxChoices > 1 && <p className="meta">{t('poll.ofVoters')}</p>;
}

/** The options with results, or the time from which these are visible. */
export function PollResults({
  poll,
  open = isOpenPoll(poll),
}: {
  poll: ShownPoll;
  open?: boolean;
}) {
  const { t } = useTexts();
  const most = Math.max(...poll.options.map((option) => option.votesCnt));
  return (
    <>
      <ul className="num">
        {poll.options.map((option) => (
          <li
            key={option.id}
            className={open && most > 0 && option.votesCnt === most ? 'most' : undefined}
          >
            <span>{option.text}</span>
            {open && <OptionVotes poll={poll} option={option} />}
          </li>
        ))}
      </ul>
      {open ? <ShareHint poll={poll} /> : <p className="meta">{t('poll.hidden')}</p>}
    </>
  );
}

/** A poll without a ballot: in the preview, and in the editor of its thread. */
export function PollView({ poll }: { poll: ShownPoll }) {
  const { t } = useTexts();
  return (
    <section className="poll" aria-label={t('writing.poll.title')}>
      <PollHead poll={poll} />
      <PollResults poll={poll} />
    </section>
  );
}
