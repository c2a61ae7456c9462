import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { MAX_POLL_DAYS, MIN_POLL_OPTIONS } from '#contracts/limits.ts';
import type { NewPollWire } from '#contracts/wire/requests.ts';
import { Button } from '../components/Button.tsx';
import { Check } from '../components/Choices.tsx';
import { Icon } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { whenReleased } from '../hooks/when-released.ts';
import { isComposing } from '../page/is-composing.ts';
import { moveItem } from './move-item.ts';
import {
  filledOptions,
  findPollProblem,
  mayAddOption,
  type PollProblem,
  problemKey,
} from './new-poll.ts';

interface OptionsProps {
  options: readonly string[];
  isInactive: boolean;
  /** The option with a problem, and the id of the message. */
  wrong?: { option: number; id: string } | undefined;
  onChange(options: string[]): void;
  onLeave(): void;
}

/** A poll's options. Enter adds one; dragging grips or their arrow keys reorder them. */
function PollOptions({ options, isInactive, wrong, onChange, onLeave }: OptionsProps) {
  const { t } = useTexts();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  const nextFocus = useRef<{ row: number; part: 'input' | 'button' }>(undefined);

  useEffect(() => {
    const { row, part } = nextFocus.current ?? {};
    nextFocus.current = undefined;
    if (row !== undefined && part)
      list.current?.children[row]?.querySelector<HTMLElement>(part)?.focus();
  });

  function move(from: number, to: number): void {
    if (to < 0 || to >= options.length || from === to) return;
    nextFocus.current = { row: to, part: 'button' };
    setAnnouncement(t('writing.poll.moved', { from: from + 1, to: to + 1 }));
    onChange(moveItem(options, from, to));
  }

  function remove(index: number): void {
    nextFocus.current = { row: Math.min(index, options.length - 2), part: 'input' };
    onChange(options.filter((_, one) => one !== index));
  }

  function onGripKey(event: KeyboardEvent, index: number): void {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: options.length - 1 }[
      event.key
    ];
    if (to === undefined || isInactive) return;
    event.preventDefault();
    move(index, to);
  }

  function onDrag({ clientY }: PointerEvent): void {
    if (dragged === undefined) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const to = rows.findIndex((row) => clientY < row.bottom);
    const target = to < 0 ? rows.length - 1 : to;
    if (target === dragged) return;
    move(dragged, target);
    setDragged(target);
  }

  function onEnter(event: KeyboardEvent, index: number): void {
    if (event.key !== 'Enter' || isComposing(event) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    list.current?.children[index + 1]?.querySelector<HTMLElement>('input')?.focus();
  }

  return (
    <>
      {/* The list tracks the pointer, because the pressed grip soon belongs to another row. */}
      <ol
        ref={list}
        className="poll-options"
        onPointerMove={onDrag}
        onPointerUp={() => setDragged(undefined)}
        onPointerCancel={() => setDragged(undefined)}
      >
        {options.map((text, index) => {
          const n = index + 1;
          return (
            <li key={`option-${n}`} data-dragged={dragged === index ? '' : undefined}>
              <IconButton
                icon="grip"
                className="grip"
                label={t('writing.poll.grip', { n })}
                title={t('writing.poll.gripHint')}
                aria-disabled={isInactive}
                onKeyDown={(event) => onGripKey(event, index)}
                onPointerDown={(event) => {
                  if (isInactive || event.button !== 0) return;
                  event.preventDefault();
                  event.currentTarget.focus();
                  list.current?.setPointerCapture(event.pointerId);
                  setDragged(index);
                }}
              />
              <input
                aria-label={t('writing.poll.option', { n })}
                aria-invalid={wrong?.option === index}
                aria-describedby={wrong?.option === index ? wrong.id : undefined}
                placeholder={t('writing.poll.option', { n })}
                autoComplete="off"
                readOnly={isInactive}
                value={text}
                onChange={(event) =>
                  onChange(
                    options.map((option, other) =>
                      other === index ? event.currentTarget.value : option,
                    ),
                  )
                }
                onBlur={onLeave}
                onKeyDown={(event) => onEnter(event, index)}
              />
              <IconButton
                icon="close"
                className="remove"
                label={t('writing.poll.remove', { n })}
                disabled={isInactive || options.length <= MIN_POLL_OPTIONS}
                onClick={() => remove(index)}
              />
            </li>
          );
        })}
      </ol>
      <p className="vh" role="status">
        {announcement}
      </p>
    </>
  );
}

interface Props {
  poll: NewPollWire;
  isInactive: boolean;
  /** The number of attempts to send the thread. */
  attempts: number;
  onChange(change: Partial<NewPollWire>): void;
  onRemove(): void;
}

const PROBLEM_ID = 'poll-builder-problem';

/**
 * The problem to show: found on leaving a field or sending, never while typing. Missing options are
 * reported only on sending.
 */
function useShownProblem(poll: NewPollWire, attempts: number) {
  const problem = findPollProblem(poll);
  const key = problemKey(poll, problem);
  const [shownKey, setShownKey] = useState('');
  const initialAttempts = useRef(attempts);
  const latestKey = useRef(key);
  latestKey.current = key;
  useLayoutEffect(() => {
    if (attempts !== initialAttempts.current) setShownKey(latestKey.current);
  }, [attempts]);
  return {
    problem: key === shownKey ? problem : undefined,
    onLeave: () =>
      whenReleased(() =>
        setShownKey((before) => (problem?.kind === 'few' && before !== key ? '' : key)),
      ),
  };
}

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

  const numberField = (
    label: string,
    field: 'maxchoices' | 'poll_day',
    rules: ComponentProps<'input'>,
  ) => (
    <label>
      {label}
      <input
        type="number"
        inputMode="numeric"
        readOnly={isInactive}
        value={poll[field] || ''}
        {...rules}
        onChange={({ currentTarget }) =>
          onChange({ [field]: Math.trunc(currentTarget.valueAsNumber) || 0 })
        }
        onBlur={onLeave}
      />
    </label>
  );

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
      {/* The line is reserved, so that nothing moves under the pointer when a field is left. */}
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
        {isMultiple &&
          numberField(t('writing.poll.most'), 'maxchoices', {
            min: 2,
            max: maxChoices,
            ...problemAria('choices'),
          })}
        {numberField(t('writing.poll.days'), 'poll_day', {
          min: 1,
          max: MAX_POLL_DAYS,
          ...problemAria('days'),
        })}
        {(['visible', 'changeable'] as const).map((rule) => (
          <Check
            key={rule}
            className="check"
            disabled={isInactive}
            checked={poll[rule] === 1}
            onChange={(checked) => onChange({ [rule]: checked ? 1 : 0 })}
          >
            <span>{t(`writing.poll.${rule}`)}</span>
          </Check>
        ))}
      </div>
    </fieldset>
  );
}
