import { type SubmitEvent, useState } from 'react';
import type { PollWire } from '#contracts/wire/thread.ts';
import { castVote } from '#stores/thread/poll.ts';
import { Button } from '../components/Button.tsx';
import { OptionVotes, PollHead, PollResults } from '../components/PollView.tsx';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** The options with the reader's choice, before they have voted. */
function Ballot({ poll }: { poll: PollWire }) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isNothingChosen, setNothingChosen] = useState(false);
  const [pending, setPending] = useState(false);
  const isSingleChoice = poll.maxchoices === 1;

  function choose(id: number, on: boolean): void {
    setNothingChosen(false);
    setChosen(isSingleChoice ? [id] : on ? [...chosen, id] : chosen.filter((one) => one !== id));
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    if (chosen.length === 0) return setNothingChosen(true);
    setPending(true);
    await castVote(poll.tid, chosen);
    setPending(false);
  }

  return (
    <form
      className="votes"
      onSubmit={(event) => void submit(event)}
      aria-describedby={isNothingChosen ? 'poll-problem' : undefined}
    >
      <ul className="num">
        {poll.forum_polloption?.map((option) => {
          const on = chosen.includes(option.polloptionid);
          return (
            <li key={option.polloptionid}>
              <label>
                <input
                  type={isSingleChoice ? 'radio' : 'checkbox'}
                  name="option"
                  checked={on}
                  disabled={pending || (!isSingleChoice && !on && chosen.length >= poll.maxchoices)}
                  onChange={(event) => choose(option.polloptionid, event.currentTarget.checked)}
                />
                <span>{option.polloption}</span>
              </label>
              {poll.visible === 1 && <OptionVotes poll={poll} option={option} />}
            </li>
          );
        })}
      </ul>
      {poll.visible === 0 && <p className="meta">{t('poll.hidden')}</p>}
      {isNothingChosen && (
        <p className="wrong" id="poll-problem" role="alert">
          {t('poll.choose')}
        </p>
      )}
      <Button type="submit" isInactive={pending}>
        {t('poll.vote')}
      </Button>
    </form>
  );
}

/** A poll with the markup of parts/Poll.astro, with a ballot for readers who may still vote. */
function PollBody({ poll }: { poll: PollWire }) {
  const showsResults = !poll.poll_expire || poll.polloptionids !== null;
  return (
    <>
      <PollHead poll={poll} />
      {showsResults ? <PollResults poll={poll} open /> : <Ballot poll={poll} />}
    </>
  );
}

/** Replaces the published poll. */
export default function PollPortal({ at, poll }: { at: Element; poll: PollWire }) {
  return (
    <SlotPortal at={at}>
      <PollBody poll={poll} />
    </SlotPortal>
  );
}
