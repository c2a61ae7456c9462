import { useState } from 'react';
import type { BanWire, ModeratedPersonWire } from '#contracts/wire/moderating.ts';
import { type Order, perform } from '#stores/moderation/acts.ts';
import { ban, liftBan, loadPerson } from '#stores/moderation/people.ts';
import { localMoment } from '#stores/span.ts';
import { BanFields } from '../ui/BanFields.tsx';
import Because from '../ui/Because.tsx';
import { spanOf, useBan } from '../ui/ban.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useLoaded } from '../ui/loaded.ts';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';
import { stopAsking } from './asking.ts';
import { lookAgain, tellPerson } from './doing.ts';
import { Sheet } from './Sheet.tsx';

/** From when to when a ban is, in words, on the community's own clock as the form has it. */
function Span({ one, zone }: { one: BanWire; zone: string }) {
  const { t } = useTexts();
  const moment = (at: string) =>
    localMoment(new Date(at), zone).slice(0, 'YYYY-MM-DD HH:mm'.length);
  return (
    <>
      {one.end_at
        ? t('moderation.ban.span', { from: moment(one.begin_at), until: moment(one.end_at) })
        : t('moderation.ban.endless', { from: moment(one.begin_at) })}
    </>
  );
}

/** The bans that somebody had before, lifted and ended ones. */
function Before({ bans, zone }: { bans: readonly BanWire[]; zone: string }) {
  const { t } = useTexts();
  if (bans.length === 0) return null;
  return (
    <details className="before">
      <summary>{t('moderation.ban.before', { count: bans.length })}</summary>
      <ul>
        {bans.map((one) => (
          <li key={one.id}>
            <p>{one.reason}</p>
            <p className="meta dots">
              <span>
                <Span one={one} zone={zone} />
              </span>
              <span>{t('moderation.by', { name: one.moderator.nickname })}</span>
              {one.hide_thread === 1 && <span>{t('moderation.ban.hid')}</span>}
              {one.lifted_by && (
                <span>{t('moderation.ban.liftedBy', { name: one.lifted_by.nickname })}</span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FormProps {
  person: ModeratedPersonWire;
  from: Order | undefined;
}

function BanForm({ person, from }: FormProps) {
  const { t } = useTexts();
  const form = useBan(person.time_zone);
  const [remove, setRemove] = useState(false);
  async function work(): Promise<void> {
    const { hide, note } = form.terms;
    const reason = note.trim();
    const undo = await ban({ userId: person.id, ...spanOf(form), reason, hide });
    const deleted =
      remove && from ? (await perform(from, { note: reason, notify: true })).undo : [];
    tellPerson('moderation.done.ban', [...undo, ...deleted], lookAgain, { name: person.nickname });
    await lookAgain();
  }
  const current = person.bans.find((one) => one.in_force);
  return (
    <Sheet
      title={t('moderation.ban.title', { name: person.nickname })}
      text={t('moderation.ban.text')}
      action={t('moderation.act.ban')}
      danger
      check={form.submit}
      work={work}
    >
      {current && (
        <p className="in-force">
          <Span one={current} zone={person.time_zone} /> {t('moderation.ban.replaces')}
        </p>
      )}
      <BanFields form={form}>
        {from && (
          <label>
            <input
              type="checkbox"
              checked={remove}
              onChange={({ currentTarget }) => setRemove(currentTarget.checked)}
            />
            {t(`moderation.ban.remove.${from.kind}`)}
          </label>
        )}
      </BanFields>
      <Before bans={person.bans.filter((one) => one !== current)} zone={person.time_zone} />
    </Sheet>
  );
}

/** Ends a ban that is in force, or to come, before its time; or replaces it. */
function InForce({
  person,
  current,
  onReplace,
}: {
  person: ModeratedPersonWire;
  current: BanWire;
  onReplace(): void;
}) {
  const { t } = useTexts();
  const [note, setNote] = useState('');
  async function work(): Promise<void> {
    const undo = await liftBan(person.id, note.trim());
    tellPerson('moderation.done.lift', undo, lookAgain, { name: person.nickname });
    await lookAgain();
  }
  return (
    <Sheet
      title={t('moderation.ban.current', { name: person.nickname })}
      action={t('moderation.act.lift')}
      work={work}
    >
      <div className="in-force">
        <p>{current.reason}</p>
        <p className="meta dots">
          <span>
            <Span one={current} zone={person.time_zone} />
          </span>
          <span>{t('moderation.by', { name: current.moderator.nickname })}</span>
          {current.hide_thread === 1 && <span>{t('moderation.ban.hid')}</span>}
        </p>
        <button className="link" type="button" onClick={onReplace}>
          {t('moderation.ban.replace')}
        </button>
      </div>
      <Because
        value={{ note, notify: true }}
        onChange={({ note }) => setNote(note)}
        alwaysTold
        presets={false}
      />
      <Before bans={person.bans.filter((one) => one !== current)} zone={person.time_zone} />
    </Sheet>
  );
}

/**
 * Bans somebody, with begin and end and with hiding what they wrote, or lifts the ban that they
 * have (R29).
 */
export function BanDialog({ userId, from }: { userId: number; from?: Order | undefined }) {
  const { t } = useTexts();
  const { value: person, failure, again } = useLoaded(`person ${userId}`, () => loadPerson(userId));
  const [replacing, setReplacing] = useState(false);
  const current = person?.bans.find((one) => one.in_force);
  if (person?.may_ban && current && !replacing)
    return <InForce person={person} current={current} onReplace={() => setReplacing(true)} />;
  if (person?.may_ban) return <BanForm person={person} from={from} />;
  return (
    <Dialog title={t('moderation.act.ban')} onClose={stopAsking}>
      {failure && <Trouble failure={failure} onAgain={again} />}
      {!failure && (
        <p className="meta">
          {person ? t('moderation.ban.above', { name: person.nickname }) : t('common.loading')}
        </p>
      )}
    </Dialog>
  );
}
