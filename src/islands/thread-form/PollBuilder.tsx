import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MAX_POLL_DAYS } from '#contracts/limits.ts';
import type { NewPollWire } from '#contracts/wire/requests.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { whenReleased } from '../hooks/when-released.ts';
import {
  filledOptions,
  findPollProblem,
  mayAddOption,
  type PollProblem,
  problemKey,
} from './new-poll.ts';
import { PollOptions } from './PollOptions.tsx';

interface Props {
  poll: NewPollWire;
  isInactive: boolean;
  /** How often its thread was tried to be sent. */
  attempts: number;
  onChange(change: Partial<NewPollWire>): void;
  onRemove(): void;
}

const PROBLEM_ID = 'poll-builder-problem';

/**
 * The problem of a poll that its writer should know of: found when a field was left or the thread
 * tried to be sent, never while something is typed or an option was just added. That options are
 * missing is said when it was tried to be sent.
 */
function useShownProblem(poll: NewPollWire, attempts: number) {
  const problem = findPollProblem(poll);
  const key = problemKey(poll, problem);
  const [shownKey, setShownKey] = useState('');
  const begun = useRef(attempts);
  const latestKey = useRef(key);
  latestKey.current = key;
  useLayoutEffect(() => {
    if (attempts !== begun.current) setShownKey(latestKey.current);
  }, [attempts]);
  return {
    problem: key === shownKey ? problem : undefined,
    onLeave: () =>
      whenReleased(() =>
        setShownKey((before) => (problem?.kind === 'few' && before !== key ? '' : key)),
      ),
  };
}

/** The form of a poll (R26). */
export function PollBuilder({ poll, isInactive, attempts, onChange, onRemove }: Props) {
  const { t } = useTexts();
  const box = useRef<HTMLFieldSetElement>(null);
  const { problem, onLeave } = useShownProblem(poll, attempts);
  const isMultiple = poll.maxchoices !== 1;
  const maxChoices = Math.max(2, filledOptions(poll).length);
  const problemText =
    problem &&
    t(`writing.poll.problem.${problem.kind}`, {
      n:
        'option' in problem ? problem.option + 1 : 'most' in problem ? problem.most : MAX_POLL_DAYS,
    });
  const problemAria = (kind: PollProblem['kind']) => ({
    'aria-invalid': problem?.kind === kind,
    ...(problem?.kind === kind ? { 'aria-describedby': PROBLEM_ID } : {}),
  });
  // A new poll focuses its question.
  useEffect(() => box.current?.querySelector<HTMLElement>('.question')?.focus(), []);

  function addOption(): void {
    onChange({ options: [...poll.options, ''] });
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('.poll-options > :last-child input')?.focus(),
    );
  }

  return (
    <fieldset ref={box} className="poll-builder">
      <legend>{t('writing.poll.title')}</legend>
      <button
        className="drop"
        type="button"
        aria-disabled={isInactive}
        onClick={() => !isInactive && onRemove()}
      >
        <Icon name="trash" />
        {t('writing.poll.drop')}
      </button>
      <input
        className="question"
        aria-label={t('writing.poll.question')}
        placeholder={t('writing.poll.question')}
        autoComplete="off"
        readOnly={isInactive}
        value={poll.question}
        {...problemAria('question')}
        onChange={(event) => onChange({ question: event.currentTarget.value })}
        onBlur={onLeave}
      />
      <PollOptions
        options={poll.options}
        isInactive={isInactive}
        wrong={
          problem && 'option' in problem
            ? { option: problem.option, id: PROBLEM_ID }
            : problem?.kind === 'few'
              ? { option: poll.options.findIndex((one) => one.trim() === ''), id: PROBLEM_ID }
              : undefined
        }
        onChange={(options) => onChange({ options })}
        onLeave={onLeave}
      />
      <Button className="add" isInactive={isInactive || !mayAddOption(poll)} onClick={addOption}>
        <Icon name="plus" />
        {mayAddOption(poll) ? t('writing.poll.add') : t('writing.poll.full')}
      </Button>
      {/* Its line is there before: nothing moves under the pointer that has left a field. */}
      <p className="wrong" id={PROBLEM_ID}>
        {problemText}
      </p>
      <div className="poll-rules">
        <label>
          {t('writing.poll.kind')}
          <select
            disabled={isInactive}
            value={isMultiple ? 'several' : 'single'}
            onChange={(event) =>
              onChange({ maxchoices: event.currentTarget.value === 'single' ? 1 : maxChoices })
            }
          >
            <option value="single">{t('writing.poll.single')}</option>
            <option value="several">{t('writing.poll.several')}</option>
          </select>
        </label>
        {isMultiple && (
          <label>
            {t('writing.poll.most')}
            <input
              type="number"
              inputMode="numeric"
              min={2}
              max={maxChoices}
              readOnly={isInactive}
              value={poll.maxchoices || ''}
              {...problemAria('choices')}
              onChange={(event) =>
                onChange({ maxchoices: Math.trunc(event.currentTarget.valueAsNumber) || 0 })
              }
              onBlur={onLeave}
            />
          </label>
        )}
        <label>
          {t('writing.poll.days')}
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_POLL_DAYS}
            readOnly={isInactive}
            value={poll.poll_day || ''}
            {...problemAria('days')}
            onChange={(event) =>
              onChange({ poll_day: Math.trunc(event.currentTarget.valueAsNumber) || 0 })
            }
            onBlur={onLeave}
          />
        </label>
        <label className="check">
          <input
            type="checkbox"
            disabled={isInactive}
            checked={poll.visible === 1}
            onChange={(event) => onChange({ visible: event.currentTarget.checked ? 1 : 0 })}
          />
          <span>{t('writing.poll.visible')}</span>
        </label>
        <label className="check">
          <input
            type="checkbox"
            disabled={isInactive}
            checked={poll.changeable === 1}
            onChange={(event) => onChange({ changeable: event.currentTarget.checked ? 1 : 0 })}
          />
          <span>{t('writing.poll.changeable')}</span>
        </label>
      </div>
    </fieldset>
  );
}
