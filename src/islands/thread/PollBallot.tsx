import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { toPoll } from '#client/thread/from-wire.ts';
import { castVote } from '#client/thread/poll.ts';
import type { PollWire } from '#contracts/wire/thread.ts';
import { Button } from '../components/Button.tsx';
import {
  OptionVotes,
  PollHead,
  PollResults,
  ShareHint,
  type ShownPoll,
} from '../components/PollView.tsx';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { useTexts } from '../hooks/use-texts.ts';

interface PollProps {
  threadId: number;
  poll: ShownPoll;
}

interface BallotProps extends PollProps {
  /** Called when a changed vote was counted or refused. */
  onDone?: (() => void) | undefined;
}

/** The options with the reader's choice, for a first or changed vote. */
function Ballot({ threadId, poll, onDone }: BallotProps) {
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<readonly number[]>(poll.choice ?? []);
  const [isNothingChosen, setNothingChosen] = useState(false);
  const [pending, setPending] = useState(false);
  const isSingleChoice = poll.maxChoices === 1;
  const hasResults = poll.resultsVisible || poll.choice !== undefined;

  const isChange = onDone !== undefined;

  // Changing a vote starts at the current choice.
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
    const isDecided = await castVote(threadId, chosen);
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
        {poll.options.map((option) => {
          const on = chosen.includes(option.id);
          return (
            <li key={option.id}>
              <label>
                <input
                  type={isSingleChoice ? 'radio' : 'checkbox'}
                  name="option"
                  checked={on}
                  disabled={pending || (!isSingleChoice && !on && chosen.length >= poll.maxChoices)}
                  onChange={(event) => choose(option.id, event.currentTarget.checked)}
                />
                <span>{option.text}</span>
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

/** The results, and a button that reopens the ballot if the vote can be changed. */
function CastVote({ threadId, poll }: PollProps) {
  const { t } = useTexts();
  const results = useRef<HTMLDivElement>(null);
  const [isChanging, setChanging] = useState(false);

  function finish(): void {
    setChanging(false);
    requestAnimationFrame(() => results.current?.querySelector<HTMLElement>('button')?.focus());
  }

  if (isChanging && !poll.expired)
    return <Ballot threadId={threadId} poll={poll} onDone={finish} />;
  return (
    <div ref={results}>
      <PollResults poll={poll} open />
      {!poll.expired && poll.changeable && (
        <Button onClick={() => setChanging(true)}>{t('poll.change')}</Button>
      )}
    </div>
  );
}

/** Replaces the published poll, with a ballot for readers who may vote. */
export default function PollPortal({ at, poll: wire }: { at: Element; poll: PollWire }) {
  const poll = toPoll(wire);
  const Body = poll.expired || poll.choice ? CastVote : Ballot;
  return (
    <SlotPortal at={at}>
      <PollHead poll={poll} />
      <Body threadId={wire.tid} poll={poll} />
    </SlotPortal>
  );
}
