import { type CSSProperties, type SubmitEvent, useState } from 'react';
import type { PollOptionWire, PollWire } from '#contracts/wire/thread.ts';
import { formatMoment, formatShare } from '#i18n/format.ts';
import { castVote } from '#stores/poll.ts';
import { Button } from '../ui/Button.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTexts } from '../ui/text.ts';

interface OptionProps {
  poll: PollWire;
  option: PollOptionWire;
  /** Whether results are shown, as parts/Poll.astro prints them. */
  open: boolean;
}

function Result({ poll, option, open }: OptionProps) {
  const { t, lang } = useTexts();
  if (!open) return null;
  return (
    <>
      {poll.polloptionids?.includes(option.polloptionid) && <span className="meta mine">{t('poll.mine')}</span>}
      <span className="meta">{t('poll.votes', { count: option.votes })}</span>
      <b>{formatShare(lang, option.rate)}</b>
      <i style={{ '--share': `${option.rate}%` } as CSSProperties} />
    </>
  );
}

/** The options with the reader's choice, until there is a vote. */
function Ballot({ poll }: { poll: PollWire }) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [problem, setProblem] = useState(false);
  const [pending, setPending] = useState(false);
  const single = poll.maxchoices === 1;

  function choose(id: number, on: boolean): void {
    setProblem(false);
    setChosen(single ? [id] : on ? [...chosen, id] : chosen.filter((one) => one !== id));
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    if (chosen.length === 0) return setProblem(true);
    setPending(true);
    await castVote(poll.tid, chosen);
    setPending(false);
  }

  return (
    <form className="votes" onSubmit={(event) => void submit(event)} aria-describedby={problem ? 'poll-problem' : undefined}>
      <ul className="num">
        {poll.forum_polloption?.map((option) => {
          const on = chosen.includes(option.polloptionid);
          return (
            <li key={option.polloptionid}>
              <label>
                <input
                  type={single ? 'radio' : 'checkbox'}
                  name="option"
                  checked={on}
                  disabled={pending || (!single && !on && chosen.length >= poll.maxchoices)}
                  onChange={(event) => choose(option.polloptionid, event.currentTarget.checked)}
                />
                <span>{option.polloption}</span>
              </label>
              <Result poll={poll} option={option} open={poll.visible === 1} />
            </li>
          );
        })}
      </ul>
      {problem && (
        <p className="wrong" id="poll-problem" role="alert">
          {t('poll.choose')}
        </p>
      )}
      <Button type="submit" idle={pending}>
        {t('poll.vote')}
      </Button>
    </form>
  );
}

function Results({ poll }: { poll: PollWire }) {
  const options = poll.forum_polloption ?? [];
  const most = Math.max(...options.map((option) => option.votes));
  return (
    <ul className="num">
      {options.map((option) => (
        <li key={option.polloptionid} className={most > 0 && option.votes === most ? 'most' : undefined}>
          <span>{option.polloption}</span>
          <Result poll={poll} option={option} open />
        </li>
      ))}
    </ul>
  );
}

/** The poll as parts/Poll.astro prints it, with a ballot for who may still vote. */
function Sheet({ poll }: { poll: PollWire }) {
  const { t, lang } = useTexts();
  const over = poll.poll_expire || poll.polloptionids !== null;
  return (
    <>
      <h2>{poll.pollpreview}</h2>
      <p className="meta dots">
        <span>{poll.maxchoices > 1 ? t('poll.multiple', { count: poll.maxchoices }) : t('poll.single')}</span>
        <span>{t('poll.voters', { count: poll.voters })}</span>
        <span>
          {poll.poll_expire ? t('poll.closed') : t('poll.expires')} <time dateTime={poll.expiration}>{formatMoment(lang, new Date(poll.expiration))}</time>
        </span>
      </p>
      {over ? <Results poll={poll} /> : <Ballot poll={poll} />}
      {!over && poll.visible === 0 && <p className="meta">{t('poll.hidden')}</p>}
    </>
  );
}

/** Draws the poll in the place of the published one. */
export default function PollSheet({ at, poll }: { at: Element; poll: PollWire }) {
  return (
    <Slot at={at}>
      <Sheet poll={poll} />
    </Slot>
  );
}
