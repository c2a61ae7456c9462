import { type SubmitEvent, useState } from 'react';
import type { PollWire } from '#contracts/wire/thread.ts';
import { castVote } from '#stores/poll.ts';
import { Button } from '../ui/Button.tsx';
import { PollHead, PollResults, Votes } from '../ui/PollView.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTexts } from '../ui/text.ts';

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
    <form
      className="votes"
      onSubmit={(event) => void submit(event)}
      aria-describedby={problem ? 'poll-problem' : undefined}
    >
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
              {poll.visible === 1 && <Votes poll={poll} option={option} />}
            </li>
          );
        })}
      </ul>
      {poll.visible === 0 && <p className="meta">{t('poll.hidden')}</p>}
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

/** The poll as parts/Poll.astro prints it, with a ballot for who may still vote. */
function Sheet({ poll }: { poll: PollWire }) {
  const over = !poll.poll_expire || poll.polloptionids !== null;
  return (
    <>
      <PollHead poll={poll} />
      {over ? <PollResults poll={poll} open /> : <Ballot poll={poll} />}
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
