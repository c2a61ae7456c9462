import { useState } from 'react';
import { type ActionRequest, performAction } from '#client/moderation/actions.ts';
import { banUser, liftBan, loadModeratedUser } from '#client/moderation/warnings-and-bans.ts';
import type { BanWire, ModeratedUserWire } from '#contracts/wire/moderator-view.ts';
import { BanFields } from '../components/BanFields.tsx';
import { BanPeriod } from '../components/BanPeriod.tsx';
import { Check } from '../components/Choices.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { LoadError } from '../components/LoadError.tsx';
import ReasonField from '../components/ReasonField.tsx';
import { toBanPeriod, useBanForm } from '../hooks/use-ban-form.ts';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { closeDialog } from './dialog-store.ts';
import { notifyPersonAction, reloadModeratorView } from './perform-action.ts';
import { UserNotes } from './queue/UserNotes.tsx';

/** The period of a ban, its moderator, and whether it hides the user's posts. */
function BanFacts({ ban, zone }: { ban: BanWire; zone: string }) {
  const { t } = useTexts();
  return (
    <p className="meta dots">
      <span>
        <BanPeriod ban={ban} zone={zone} />
      </span>
      <span>{t('moderation.by', { name: ban.moderator.nickname })}</span>
      {ban.hide_thread === 1 && <span>{t('moderation.ban.hid')}</span>}
      {ban.lifted_by && (
        <span>{t('moderation.ban.liftedBy', { name: ban.lifted_by.nickname })}</span>
      )}
    </p>
  );
}

function EarlierBans({ bans, zone }: { bans: readonly BanWire[]; zone: string }) {
  const { t } = useTexts();
  if (bans.length === 0) return null;
  return (
    <details className="before">
      <summary>{t('moderation.ban.before', { count: bans.length })}</summary>
      <ul>
        {bans.map((ban) => (
          <li key={ban.id}>
            <p>{ban.reason}</p>
            <BanFacts ban={ban} zone={zone} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FormProps {
  person: ModeratedUserWire;
  source: ActionRequest | undefined;
}

function BanForm({ person, source }: FormProps) {
  const { t } = useTexts();
  const form = useBanForm(person.time_zone);
  const [deletesPost, setDeletesPost] = useState(false);
  async function work(): Promise<void> {
    const { hide: hideContent, note } = form.terms;
    const reason = note.trim();
    const undo = await banUser({ userId: person.id, ...toBanPeriod(form), reason, hideContent });
    const deleted =
      deletesPost && source
        ? (await performAction(source, { note: reason, notify: true })).undo
        : [];
    notifyPersonAction('moderation.done.ban', [...undo, ...deleted], reloadModeratorView, {
      name: person.nickname,
    });
    await reloadModeratorView();
  }
  const current = person.bans.find((ban) => ban.in_force);
  return (
    <FormDialog
      title={t('moderation.ban.title', { name: person.nickname })}
      text={t('moderation.ban.text')}
      action={t(source ? 'moderation.act.ban' : 'moderation.ban.item')}
      isDangerous
      validate={form.submit}
      onClose={closeDialog}
      onSubmit={work}
    >
      {current && (
        <p className="in-force">
          <BanPeriod ban={current} zone={person.time_zone} /> {t('moderation.ban.replaces')}
        </p>
      )}
      <BanFields form={form}>
        {source && (
          <Check checked={deletesPost} onChange={setDeletesPost}>
            {t(`moderation.ban.remove.${source.kind}`)}
          </Check>
        )}
      </BanFields>
      <EarlierBans bans={person.bans.filter((ban) => ban !== current)} zone={person.time_zone} />
      <UserNotes userId={person.id} />
    </FormDialog>
  );
}

/** Lifts or replaces the current or future ban. */
function CurrentBan({
  person,
  current,
  onReplace,
}: {
  person: ModeratedUserWire;
  current: BanWire;
  onReplace(): void;
}) {
  const { t } = useTexts();
  const [note, setNote] = useState('');
  async function work(): Promise<void> {
    const undo = await liftBan(person.id, note.trim());
    notifyPersonAction('moderation.done.lift', undo, reloadModeratorView, {
      name: person.nickname,
    });
    await reloadModeratorView();
  }
  return (
    <FormDialog
      title={t('moderation.ban.current', { name: person.nickname })}
      action={t('moderation.act.lift')}
      onClose={closeDialog}
      onSubmit={work}
    >
      <div className="in-force">
        <p>{current.reason}</p>
        <BanFacts ban={current} zone={person.time_zone} />
        <button className="link" type="button" onClick={onReplace}>
          {t('moderation.ban.replace')}
        </button>
      </div>
      <ReasonField
        value={{ note, notify: true }}
        onChange={({ note }) => setNote(note)}
        isAlwaysNotified
        hasPresets={false}
      />
      <EarlierBans bans={person.bans.filter((ban) => ban !== current)} zone={person.time_zone} />
      <UserNotes userId={person.id} />
    </FormDialog>
  );
}

/** Bans a user, optionally hiding their posts, or lifts the ban (R29). */
export function BanDialog({ userId, from }: { userId: number; from?: ActionRequest | undefined }) {
  const { t } = useTexts();
  const {
    value: person,
    failure,
    reload,
  } = useQuery(`person ${userId}`, () => loadModeratedUser(userId));
  const [replacing, setReplacing] = useState(false);
  const current = person?.bans.find((ban) => ban.in_force);
  if (person?.may_ban && current && !replacing)
    return <CurrentBan person={person} current={current} onReplace={() => setReplacing(true)} />;
  if (person?.may_ban) return <BanForm person={person} source={from} />;
  return (
    <Dialog title={t('moderation.act.ban')} onClose={closeDialog}>
      {failure && <LoadError failure={failure} onRetry={reload} />}
      {!failure && (
        <p className="meta">
          {person ? t('moderation.ban.above', { name: person.nickname }) : t('common.loading')}
        </p>
      )}
    </Dialog>
  );
}
