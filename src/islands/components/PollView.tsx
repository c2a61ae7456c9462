import type { CSSProperties } from 'react';
import type { PollOptionWire, PollWire } from '#contracts/wire/thread.ts';
import { formatPercent } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Time } from './Time.tsx';

/* A poll with the markup of parts/Poll.tsx. */

export type ShownPoll = Pick<
  PollWire,
  | 'pollpreview'
  | 'maxchoices'
  | 'voters'
  | 'expiration'
  | 'poll_expire'
  | 'visible'
  | 'changeable'
  | 'forum_polloption'
  | 'polloptionids'
>;

export function PollHead({ poll }: { poll: ShownPoll }) {
  const { t } = useTexts();
  return (
    <>
      {poll.pollpreview && <h2>{poll.pollpreview}</h2>}
      <p className="meta dots">
        <span>
          {poll.maxchoices > 1 ? t('poll.multiple', { count: poll.maxchoices }) : t('poll.single')}
        </span>
        <span>{t('poll.voters', { count: poll.voters })}</span>
        <span>
          {poll.poll_expire ? t('poll.expires') : t('poll.closed')}{' '}
          <Time at={poll.expiration} full />
        </span>
        {poll.changeable === 1 && poll.poll_expire && <span>{t('poll.changeable')}</span>}
      </p>
    </>
  );
}

/** The share of voters who chose an option. */
export function OptionVotes({ poll, option }: { poll: ShownPoll; option: PollOptionWire }) {
  const { t, lang } = useTexts();
  return (
    <>
      {poll.polloptionids?.includes(option.polloptionid) && (
        <span className="meta mine">{t('poll.mine')}</span>
      )}
      <span className="meta">{t('poll.votes', { count: option.votes })}</span>
      <b>{formatPercent(lang, option.rate)}</b>
      <i style={{ '--share': `${option.rate}%` } as CSSProperties} />
    </>
  );
}

/** Of several choices the shares are more than the whole. */
export function ShareHint({ poll }: { poll: ShownPoll }) {
  const { t } = useTexts();
  return poll.maxchoices > 1 && <p className="meta">{t('poll.ofVoters')}</p>;
}

/** The options, with results where these are visible. */
export function PollResults({ poll, open: isOpen }: { poll: ShownPoll; open: boolean }) {
  const options = poll.forum_polloption ?? [];
  const maxVotes = Math.max(...options.map((option) => option.votes));
  return (
    <>
      <ul className="num">
        {options.map((option) => (
          <li
            key={option.polloptionid}
            className={isOpen && maxVotes > 0 && option.votes === maxVotes ? 'most' : undefined}
          >
            <span>{option.polloption}</span>
            {isOpen && <OptionVotes poll={poll} option={option} />}
          </li>
        ))}
      </ul>
      {isOpen && <ShareHint poll={poll} />}
    </>
  );
}

/** A poll without a ballot: in the preview, and while its thread is edited. */
export function PollView({ poll }: { poll: ShownPoll }) {
  const { t } = useTexts();
  const open = poll.visible === 1 || !poll.poll_expire;
  return (
    <section className="poll" aria-label={t('writing.poll.title')}>
      <PollHead poll={poll} />
      <PollResults poll={poll} open={open} />
      {!open && <p className="meta">{t('poll.hidden')}</p>}
    </section>
  );
}
