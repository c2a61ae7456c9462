import { useState } from 'react';
import { threadPath } from '#contracts/paths.ts';
import {
  loadPerson,
  loadWarnings,
  type Occasion,
  type Warning,
  warn,
  withdrawWarning,
} from '#stores/moderation/people.ts';
import { tell } from '#stores/tips.ts';
import Because from '../ui/Because.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useForm } from '../ui/form.ts';
import { useLoaded } from '../ui/loaded.ts';
import { Time } from '../ui/Time.tsx';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';
import { stopAsking } from './asking.ts';
import { tellPerson } from './doing.ts';
import { Sheet } from './Sheet.tsx';

interface ListProps {
  warnings: readonly Warning[];
  onWithdraw: ((id: number) => Promise<void>) | undefined;
}

/** What somebody was warned for, with the way to take it back. */
function Past({ warnings, onWithdraw }: ListProps) {
  const { t, root } = useTexts();
  const [asking, setAsking] = useState<number>();
  return (
    <ul className="past">
      {warnings.map((one) => (
        <li key={one.id}>
          <p className={one.withdrawn_at ? 'taken-back' : undefined}>{one.note}</p>
          <p className="meta dots">
            <span>
              <Time at={one.created_at} />
            </span>
            <span>{t('moderation.by', { name: one.moderator.nickname })}</span>
            {one.subject && (
              <span>
                <a className="hover" href={threadPath(root, one.thread_id)}>
                  {one.subject}
                </a>
              </span>
            )}
            {one.withdrawn_at ? (
              <span>{t('moderation.warn.withdrawn')}</span>
            ) : (
              onWithdraw && (
                <span>
                  <button className="link" type="button" onClick={() => setAsking(one.id)}>
                    {t('moderation.warn.withdraw')}
                  </button>
                </span>
              )
            )}
          </p>
        </li>
      ))}
      {asking !== undefined && onWithdraw && (
        <Confirm
          title={t('moderation.warn.withdrawTitle')}
          text={t('moderation.warn.withdrawText')}
          action={t('moderation.warn.withdraw')}
          work={() => onWithdraw(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </ul>
  );
}

/**
 * Warns an author for what they wrote, and shows how often that was necessary before (R29). Without
 * an occasion it only shows.
 */
export function WarnDialog({ occasion }: { occasion: Occasion }) {
  const { t } = useTexts();
  const { userId } = occasion;
  const [note, setNote] = useState('');
  const { value, failure, again } = useLoaded(`warnings ${userId}`, async () => {
    const [person, warnings] = await Promise.all([loadPerson(userId), loadWarnings(userId)]);
    return { person, warnings };
  });
  const form = useForm(
    { note },
    { note: ({ note }) => (note.trim() === '' ? t('moderation.reason.missing') : undefined) },
  );
  if (!value)
    return (
      <Dialog title={t('moderation.act.warn')} onClose={stopAsking}>
        {failure ? (
          <Trouble failure={failure} onAgain={again} />
        ) : (
          <p className="meta">{t('common.loading')}</p>
        )}
      </Dialog>
    );
  const { person, warnings } = value;
  const counting =
    person.warnings_cnt > 0
      ? { text: t('moderation.warn.count', { count: person.warnings_cnt }) }
      : {};
  const withdraw = async (id: number) => {
    await withdrawWarning(id, '');
    tell({ key: 'moderation.done.withdraw' });
    again(true);
  };
  const past = <Past warnings={warnings} onWithdraw={person.may_warn ? withdraw : undefined} />;
  if ((occasion.threadId ?? occasion.postId ?? occasion.commentId) === undefined)
    return (
      <Dialog
        title={t('moderation.warn.of', { name: person.nickname })}
        {...counting}
        onClose={stopAsking}
      >
        {past}
      </Dialog>
    );
  async function work(): Promise<void> {
    const warned = await warn(occasion, note.trim());
    tellPerson('moderation.done.warn', warned.undo, () => undefined, {
      name: person.nickname,
      count: warned.count,
    });
  }
  return (
    <Sheet
      title={t('moderation.warn.title', { name: person.nickname })}
      {...counting}
      action={t('moderation.act.warn')}
      check={form.submit}
      work={work}
    >
      <Because
        value={{ note, notify: true }}
        onChange={({ note }) => setNote(note)}
        alwaysTold
        problem={form.problems.note}
      />
      {warnings.length > 0 && (
        <details className="before">
          <summary>{t('moderation.warn.before', { count: warnings.length })}</summary>
          {past}
        </details>
      )}
    </Sheet>
  );
}
