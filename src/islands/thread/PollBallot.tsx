import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { castVote } from '#client/thread/poll.ts';
import type { PollWire } from '#contracts/wire/thread.ts';
import { Button } from '../components/Button.tsx';
import { OptionVotes, PollHead, PollResults, ShareHint } from '../components/PollView.tsx';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { useTexts } from '../hooks/use-texts.ts';

interface BallotProps {
  poll: PollWire;
  /** Called when the vote was counted or refused; only of a vote that is changed. */
  onDone?: (() => void) | undefined;
}

/** The options with the reader's choice, before they have voted and when they choose anew. */
function Ballot({ poll, onDone }: BallotProps) {
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<readonly number[]>(poll.polloptionids ?? []);
  const [isNothingChosen, setNothingChosen] = useState(false);
  const [pending, setPending] = useState(false);
  const isSingleChoice = poll.maxchoices === 1;
  const hasResults = poll.visible === 1 || poll.polloptionids !== null;

  const isChange = onDone !== undefined;

  // Who chooses anew goes on from what they have chosen.
  useEffect(() => {
    if (isChange) form.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [isChange]);

  function choose(id: number, on: boolean): void {
    setNothingChosen(false);
    setChosen(isSingleChoice ? [id] : on ? [...chosen, id] : chosen.filter((one) => one !== id));
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    if (chosen.length === 0) return setNothingChosen(true);
    setPending(true);
    const isDecided = await castVote(poll.tid, chosen);
    setPending(false);
    if (isDecided) onDone?.();
  }

  return (
    <form
      className="votes"
      ref={form}
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
              {hasResults && <OptionVotes poll={poll} option={option} />}
            </li>
          );
        })}
      </ul>
      {hasResults ? <ShareHint poll={poll} /> : <p className="meta">{t('poll.hidden')}</p>}
      {isNothingChosen && (
        <p className="wrong" id="poll-problem" role="alert">
          {t('poll.choose')}
        </p>
      )}
      <Button type="submit" isInactive={pending}>
        {t('poll.vote')}
      </Button>
      {onDone && (
        <Button isInactive={pending} onClick={onDone}>
          {t('poll.keep')}
        </Button>
      )}
    </form>
  );
}

/** The results, and the way back to the ballot where a vote can be changed. */
function CastVote({ poll }: { poll: PollWire }) {
  const { t } = useTexts();
  const results = useRef<HTMLDivElement>(null);
  const [isChanging, setChanging] = useState(false);

  function finish(): void {
    setChanging(false);
    requestAnimationFrame(() => results.current?.querySelector<HTMLElement>('button')?.focus());
  }

  if (isChanging && poll.poll_expire) return <Ballot poll={poll} onDone={finish} />;
  return (
    <div ref={results}>
      <PollResults poll={poll} open />
      {poll.poll_expire && poll.changeable === 1 && (
        <Button onClick={() => setChanging(true)}>{t('poll.change')}</Button>
      )}
    </div>
  );
}

/** A poll with the markup of parts/Poll.tsx, with a ballot for readers who may vote. */
function PollBody({ poll }: { poll: PollWire }) {
  const mayVote = poll.poll_expire && poll.polloptionids === null;
  return (
    <>
      <PollHead poll={poll} />
      {mayVote ? <Ballot poll={poll} /> : <CastVote poll={poll} />}
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
