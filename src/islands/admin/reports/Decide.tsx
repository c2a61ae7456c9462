import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { NOTE_MAX } from '#contracts/limits.ts';
import type { CaseAction, CaseDetailWire } from '#contracts/wire/admin-moderation.ts';
import type { Key } from '#i18n/key.ts';
import { $me } from '#stores/admin/me.ts';
import { type Done, tellDone } from '#stores/admin/undo.ts';
import { call } from '#stores/api.ts';
import { Failure } from '#stores/failure.ts';
import { report } from '#stores/tips.ts';
import type { IconName } from '#styles/icons.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { TextField } from '../form/fields.tsx';
import { BanAuthor, type BanTerms } from './BanAuthor.tsx';

interface Props {
  seen: CaseDetailWire;
  onSeen(seen: CaseDetailWire): void;
  again(): void;
  onStep(by: number): void;
  onChanged(): void;
  onDone(): void;
}

interface Choice {
  action: CaseAction;
  key: string;
  icon: IconName;
}

/** In their order; the first is the one that is done most. */
const CHOICES: readonly Choice[] = [
  { action: 'deleteAndWarn', key: 'd', icon: 'trash' },
  { action: 'delete', key: 'x', icon: 'trash' },
  { action: 'warn', key: 'w', icon: 'horn' },
  { action: 'ban', key: 'b', icon: 'warn' },
  { action: 'dismiss', key: 'n', icon: 'check' },
];
/** These say something to the author. */
const NEEDS_NOTE: readonly CaseAction[] = ['deleteAndWarn', 'warn', 'ban'];
const busyElsewhere = (target: EventTarget | null): boolean =>
  Boolean((target as Element | null)?.closest('input, textarea, select, [role=dialog]'));

/** What somebody else did first. */
function Clash({ seen }: Pick<Props, 'seen'>) {
  const { t } = useTexts();
  const { handled_by, outcome, taken_by } = seen;
  const text = handled_by
    ? t('admin.reports.clash.handled', {
        name: handled_by.nickname,
        outcome: t(`admin.reports.outcome.${outcome as 'ban'}`),
      })
    : taken_by
      ? t('admin.reports.clash.taken', { name: taken_by.nickname })
      : t('admin.reports.clash.changed');
  return (
    <div className="clash" role="alert">
      <h3>{t('admin.reports.clash.title')}</h3>
      <p>{text}</p>
    </div>
  );
}

/**
 * What can be done about a case, by a button or a key. Nothing is done to what has changed since it
 * was looked at.
 */
export function Decide({ seen, onSeen, again, onStep, onChanged, onDone }: Props) {
  const { t } = useTexts();
  const me = useStore($me);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [clash, setClash] = useState(false);
  const [banning, setBanning] = useState(false);
  const box = useRef<HTMLElement>(null);
  const mine = seen.taken_by?.id === me?.id;
  const over = seen.handled_at !== null;

  /** Throws Failure, except of what somebody else did first: that is shown. */
  const send = async (action: CaseAction, terms: Partial<BanTerms> = {}): Promise<undefined> => {
    setBusy(true);
    setClash(false);
    try {
      const { undo } = await call<Done>(`/v2/admin/reports/${seen.id}`, {
        method: 'POST',
        body: {
          action,
          version: seen.version,
          note: note.trim(),
          notify: note.trim() !== '',
          ...terms,
        },
      });
      if (action === 'claim' || action === 'unclaim') {
        again();
        onChanged();
        return;
      }
      tellDone(
        `admin.reports.done.${action}` as Key,
        { name: seen.author.nickname },
        undo,
        onChanged,
      );
      onDone();
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'conflict' || !error.payload) throw error;
      setClash(true);
      onSeen(error.payload as CaseDetailWire);
      onChanged();
    } finally {
      setBusy(false);
    }
  };
  const decide = (action: CaseAction) => {
    if (busy || over) return;
    const silent = NEEDS_NOTE.includes(action) && note.trim() === '' && action !== 'ban';
    setMissing(silent);
    if (silent) box.current?.querySelector('textarea')?.focus();
    else if (action === 'ban') setBanning(true);
    else void send(action).catch(report);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || busyElsewhere(event.target)) return;
      const choice = CHOICES.find((one) => one.key === event.key);
      const step = { j: 1, k: -1 }[event.key];
      if (choice) decide(choice.action);
      else if (event.key === 't') decide(mine ? 'unclaim' : 'claim');
      else if (step) onStep(step);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  if (over)
    return (
      <section className="decide" ref={box}>
        {clash && <Clash seen={seen} />}
        <p>
          {t('admin.reports.handledBy', {
            outcome: t(`admin.reports.outcome.${seen.outcome as 'ban'}`),
            name: seen.handled_by?.nickname ?? '',
          })}
        </p>
        {seen.note && <p className="meta">{seen.note}</p>}
      </section>
    );
  return (
    <section className="decide" ref={box} aria-label={t('admin.reports.decide')}>
      {clash && <Clash seen={seen} />}
      {seen.taken_by && !mine && !clash && (
        <p className="dot review">{t('admin.reports.takenBy', { name: seen.taken_by.nickname })}</p>
      )}
      <TextField
        label={t('admin.reports.note')}
        hint={t('admin.reports.noteHint')}
        rows={2}
        max={NOTE_MAX}
        value={note}
        problem={missing && note.trim() === '' ? t('admin.reports.noteMissing') : undefined}
        onChange={setNote}
      />
      <div className="choices">
        {CHOICES.map(({ action, key, icon }, index) => (
          <Button
            key={action}
            main={index === 0}
            className={action === 'ban' ? 'bad' : ''}
            idle={busy}
            aria-keyshortcuts={key}
            onClick={() => decide(action)}
          >
            <Icon name={icon} />
            <span>{t(`admin.reports.act.${action as 'ban'}`)}</span>
            <i className="key-of" aria-hidden="true">
              {key.toUpperCase()}
            </i>
          </Button>
        ))}
        <Button
          idle={busy}
          aria-keyshortcuts="t"
          onClick={() => decide(mine ? 'unclaim' : 'claim')}
        >
          <Icon name="user" />
          <span>{t(mine ? 'admin.reports.act.unclaim' : 'admin.reports.act.claim')}</span>
          <i className="key-of" aria-hidden="true">
            T
          </i>
        </Button>
      </div>
      <p className="hint">
        <kbd>J</kbd> <kbd>K</kbd> {t('admin.reports.keys')}
      </p>
      {banning && (
        <BanAuthor
          name={seen.author.nickname}
          note={note}
          onNote={setNote}
          onClose={() => setBanning(false)}
          act={(terms) => send('ban', terms)}
        />
      )}
    </section>
  );
}
