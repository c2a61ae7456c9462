import { useState } from 'react';
import { Failure } from '#client/core/failure.ts';
import type { ActionReason as Reason } from '#client/moderation/action-reason.ts';
import { type ActionRequest, isMergeOfSelected } from '#client/moderation/actions.ts';
import { $moderatedForum, $moderatedThread } from '#client/moderation/moderator-view.ts';
import { findThreadCandidates } from '#client/moderation/thread-candidates.ts';
import { getAction } from '#contracts/moderation-actions.ts';
import { Radio } from '../components/Choices.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { FormError } from '../components/FormError.tsx';
import { ForumOptions, NamedOptions } from '../components/Options.tsx';
import ReasonField from '../components/ReasonField.tsx';
import { useForm } from '../hooks/use-form.ts';
import { TYPING_PAUSE_MS, useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { fieldAria, LabelledField } from '../thread-form/LabelledField.tsx';
import { SubjectField } from '../thread-form/SubjectField.tsx';
import { useSections, useThemes } from '../thread-form/use-forums-and-themes.ts';
import { findSubjectProblem } from '../thread-form/use-thread-rules.ts';
import { closeDialog } from './dialog-store.ts';
import { MergeTarget } from './MergeTarget.tsx';
import { FIRST_PAUSE_MINUTES, MinutesField } from './MinutesField.tsx';
import { performAndShow, targetName } from './perform-action.ts';

interface PickerProps {
  /** The moved thread, which isn't a choice. */
  excludedId: number;
  chosen: number | undefined;
  problem: string | undefined;
  onChoose(id: number | undefined): void;
}

/** Picks a thread by address, id or words of its subject. */
function ThreadPicker({ excludedId, chosen, problem, onChoose }: PickerProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const { value, failure } = useQuery(wanted || undefined, () => findThreadCandidates(wanted), {
    debounceMs: TYPING_PAUSE_MS,
  });
  const candidates = value?.filter(({ id }) => id !== excludedId);
  return (
    <>
      <LabelledField id="merge-into" label={t('moderation.merge.into')} problem={problem}>
        <input
          {...fieldAria('merge-into', problem)}
          type="search"
          autoComplete="off"
          placeholder={t('moderation.merge.hint')}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            onChoose(undefined);
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </LabelledField>
      {failure instanceof Failure && <FormError failure={failure} />}
      <fieldset
        className="field choices candidates"
        aria-busy={wanted !== '' && !value && !failure}
      >
        <legend className="vh">{t('moderation.merge.found')}</legend>
        {candidates?.length === 0 && <p className="hint">{t('moderation.merge.none')}</p>}
        {candidates?.map(({ id, subject }) => (
          <Radio key={id} name="merge" checked={chosen === id} onChoose={() => onChoose(id)}>
            <span>
              {subject} <span className="meta num">{id}</span>
            </span>
          </Radio>
        ))}
      </fieldset>
    </>
  );
}

interface ForumAndTheme {
  forumId: number | undefined;
  /** Undefined for the forum's first theme. */
  themeId: number | undefined;
}

interface TargetFieldsProps extends ForumAndTheme {
  problem?: string | undefined;
  onChange(destination: ForumAndTheme): void;
}

/** Fields for the target forum and theme of moved threads. */
function ForumThemeFields({ forumId, themeId, problem, onChange }: TargetFieldsProps) {
  const { t } = useTexts();
  const sections = useSections();
  const themes = useThemes(forumId);
  return (
    <div className="field-row">
      <LabelledField id="move-forum" label={t('writing.forum')} problem={problem}>
        <select
          {...fieldAria('move-forum', problem)}
          aria-busy={!sections}
          value={sections ? forumId : ''}
          onChange={({ currentTarget }) =>
            onChange({ forumId: Number(currentTarget.value) || undefined, themeId: undefined })
          }
        >
          {!sections && <option value="">{t('common.loading')}</option>}
          <ForumOptions sections={sections} />
        </select>
      </LabelledField>
      <LabelledField id="move-theme" label={t('writing.theme')}>
        <select
          id="move-theme"
          aria-busy={!themes}
          value={themes ? (themeId ?? themes[0]?.id) : ''}
          onChange={({ currentTarget }) =>
            onChange({ forumId, themeId: Number(currentTarget.value) || undefined })
          }
        >
          {!themes && <option value="">{t('common.loading')}</option>}
          <NamedOptions options={themes} />
        </select>
      </LabelledField>
    </div>
  );
}

/** Asks for the reason and the parameters of an action. */
export function ActionDialog({ order }: { order: ActionRequest }) {
  const { t } = useTexts();
  const { action, kind, ids } = order;
  const { inputs = [], isNotifying = false, isRemoval = false } = getAction(action);
  const [reason, setReason] = useState<Reason>({ note: '', notify: isNotifying });
  const [destination, setDestination] = useState<{
    forumId: number | undefined;
    themeId: number | undefined;
  }>(() => ({
    forumId: $moderatedThread.get()?.forum_id ?? $moderatedForum.get()?.id,
    themeId: $moderatedThread.get()?.type_id,
  }));
  const isBulkMerge = isMergeOfSelected(order);
  const [targetThreadId, setTargetThreadId] = useState<number | undefined>(
    isBulkMerge ? Math.min(...ids) : undefined,
  );
  const [subject, setSubject] = useState('');
  const [closedMinutes, setClosedMinutes] = useState(0);
  const [pauseMinutes, setPauseMinutes] = useState(FIRST_PAUSE_MINUTES);
  const form = useForm(
    { destination, into: targetThreadId, subject },
    {
      destination: ({ destination }) =>
        inputs.includes('forum') && destination.forumId === undefined
          ? t('writing.problem.forum')
          : undefined,
      into: ({ into }) =>
        inputs.includes('thread') && into === undefined ? t('moderation.merge.choose') : undefined,
      subject: ({ subject }) =>
        inputs.includes('subject') ? findSubjectProblem(t, subject) : undefined,
    },
  );
  const { forumId, themeId } = destination;
  const work = () =>
    performAndShow(
      {
        ...order,
        into: targetThreadId,
        subject,
        minutes: inputs.includes('duration') && closedMinutes > 0 ? closedMinutes : undefined,
        level: inputs.includes('pause') ? pauseMinutes : undefined,
        destination:
          inputs.includes('forum') && forumId !== undefined ? { forumId, themeId } : undefined,
      },
      reason,
    );
  return (
    <FormDialog
      title={t(isBulkMerge ? 'moderation.merge.title' : `moderation.ask.${action}`, {
        count: ids.length,
        what:
          ids.length === 1
            ? t(`moderation.this.${kind}`)
            : t(`moderation.what.${kind}`, { count: ids.length }),
      })}
      text={t(isBulkMerge ? 'moderation.merge.means' : `moderation.means.${action}`)}
      action={t(isBulkMerge ? 'moderation.merge.selected' : `moderation.act.${action}`)}
      isDangerous={isRemoval}
      validate={form.submit}
      onClose={closeDialog}
      onSubmit={work}
    >
      {isBulkMerge && (
        <MergeTarget
          threads={ids.map((id) => ({ id, subject: targetName(order, id) }))}
          chosen={targetThreadId}
          onChoose={setTargetThreadId}
        />
      )}
      {inputs.includes('thread') && !isBulkMerge && (
        <ThreadPicker
          excludedId={ids[0] ?? 0}
          chosen={targetThreadId}
          problem={form.problems.into}
          onChoose={setTargetThreadId}
        />
      )}
      {inputs.includes('subject') && (
        <SubjectField
          value={subject}
          problem={form.problems.subject}
          isInactive={false}
          onChange={setSubject}
          onLeave={() => form.touch('subject')}
        />
      )}
      {inputs.includes('forum') && (
        <ForumThemeFields
          {...destination}
          problem={form.problems.destination}
          onChange={setDestination}
        />
      )}
      {inputs.includes('duration') && (
        <MinutesField input="duration" value={closedMinutes} onChange={setClosedMinutes} />
      )}
      {inputs.includes('pause') && (
        <MinutesField input="pause" value={pauseMinutes} onChange={setPauseMinutes} />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}
