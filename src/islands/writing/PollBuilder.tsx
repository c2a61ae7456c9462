import { useEffect, useRef } from 'react';
import { POLL_DAYS_MAX } from '#contracts/limits.ts';
import type { NewPollWire } from '#contracts/wire/writing.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';
import { PollOptions } from './PollOptions.tsx';
import { filledOptions, mayAdd, type PollProblem } from './poll.ts';

interface Props {
  poll: NewPollWire;
  idle: boolean;
  problem?: PollProblem | undefined;
  onChange(change: Partial<NewPollWire>): void;
  onLeave(): void;
  onRemove(): void;
}

const PROBLEM = 'poll-builder-problem';

/** A poll that is being made (R26). */
export function PollBuilder({ poll, idle, problem, onChange, onLeave, onRemove }: Props) {
  const { t } = useTexts();
  const box = useRef<HTMLFieldSetElement>(null);
  const several = poll.maxchoices !== 1;
  const most = Math.max(2, filledOptions(poll).length);
  const said =
    problem &&
    t(`writing.poll.problem.${problem.kind}`, {
      n:
        'option' in problem ? problem.option + 1 : 'most' in problem ? problem.most : POLL_DAYS_MAX,
    });
  const about = (kind: PollProblem['kind']) => ({
    'aria-invalid': problem?.kind === kind,
    ...(problem?.kind === kind ? { 'aria-describedby': PROBLEM } : {}),
  });
  // Whoever asked for a poll begins with its question.
  useEffect(() => box.current?.querySelector<HTMLElement>('.question')?.focus(), []);

  function add(): void {
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
        aria-disabled={idle}
        onClick={() => !idle && onRemove()}
      >
        <Icon name="trash" />
        {t('writing.poll.drop')}
      </button>
      <input
        className="question"
        aria-label={t('writing.poll.question')}
        placeholder={t('writing.poll.question')}
        autoComplete="off"
        readOnly={idle}
        value={poll.question}
        {...about('question')}
        onChange={(event) => onChange({ question: event.currentTarget.value })}
        onBlur={onLeave}
      />
      <PollOptions
        options={poll.options}
        idle={idle}
        wrong={
          problem && 'option' in problem
            ? { option: problem.option, id: PROBLEM }
            : problem?.kind === 'few'
              ? { option: poll.options.findIndex((one) => one.trim() === ''), id: PROBLEM }
              : undefined
        }
        onChange={(options) => onChange({ options })}
        onLeave={onLeave}
      />
      <Button className="add" idle={idle || !mayAdd(poll)} onClick={add}>
        <Icon name="plus" />
        {mayAdd(poll) ? t('writing.poll.add') : t('writing.poll.full')}
      </Button>
      {said && (
        <p className="wrong" id={PROBLEM}>
          {said}
        </p>
      )}
      <div className="poll-rules">
        <label>
          {t('writing.poll.kind')}
          <select
            disabled={idle}
            value={several ? 'several' : 'single'}
            onChange={(event) =>
              onChange({ maxchoices: event.currentTarget.value === 'single' ? 1 : most })
            }
          >
            <option value="single">{t('writing.poll.single')}</option>
            <option value="several">{t('writing.poll.several')}</option>
          </select>
        </label>
        {several && (
          <label>
            {t('writing.poll.most')}
            <input
              type="number"
              inputMode="numeric"
              min={2}
              max={most}
              readOnly={idle}
              value={poll.maxchoices || ''}
              {...about('choices')}
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
            max={POLL_DAYS_MAX}
            readOnly={idle}
            value={poll.poll_day || ''}
            {...about('days')}
            onChange={(event) =>
              onChange({ poll_day: Math.trunc(event.currentTarget.valueAsNumber) || 0 })
            }
            onBlur={onLeave}
          />
        </label>
        <label className="check">
          <input
            type="checkbox"
            disabled={idle}
            checked={poll.visible === 1}
            onChange={(event) => onChange({ visible: event.currentTarget.checked ? 1 : 0 })}
          />
          <span>{t('writing.poll.visible')}</span>
        </label>
      </div>
    </fieldset>
  );
}
