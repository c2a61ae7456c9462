import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { MAX_REASON_CHARACTERS } from '#contracts/limits.ts';
import type { ReportCaseAction, ReportCaseDetailWire } from '#contracts/wire/admin-moderation.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { $currentAdmin } from '#stores/admin/current-admin.ts';
import { showUndoToast } from '#stores/admin/undo-toast.ts';
import { call } from '#stores/client/api.ts';
import { Failure } from '#stores/client/failure.ts';
import { showErrorToast } from '#stores/client/toasts.ts';
import type { IconName } from '#styles/icons.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { TextField } from '../form/form-fields.tsx';
import { BanAuthorDialog, type CaseBanTerms } from './BanAuthorDialog.tsx';

interface Props {
  reportCase: ReportCaseDetailWire;
  onLoaded(seen: ReportCaseDetailWire): void;
  again(): void;
  onStep(by: number): void;
  onChanged(): void;
  onDone(): void;
}

interface DecisionOption {
  action: ReportCaseAction;
  key: string;
  icon: IconName;
}

/** The decisions, most frequent first. */
const DECISIONS: readonly DecisionOption[] = [
  { action: 'deleteAndWarn', key: 'd', icon: 'trash' },
  { action: 'delete', key: 'x', icon: 'trash' },
  { action: 'warn', key: 'w', icon: 'horn' },
  { action: 'ban', key: 'b', icon: 'warn' },
  { action: 'dismiss', key: 'n', icon: 'check' },
];
/** Decisions whose note the author gets. */
const ACTIONS_WITH_NOTE: readonly ReportCaseAction[] = ['deleteAndWarn', 'warn', 'ban'];
const isTyping = (target: EventTarget | null): boolean =>
  Boolean((target as Element | null)?.closest('input, textarea, select, [role=dialog]'));

/** The decision that somebody else has made first. */
function CaseConflict({ reportCase }: Pick<Props, 'reportCase'>) {
  const { t } = useTexts();
  const { handled_by, outcome, taken_by } = reportCase;
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
 * The decisions on a case, by button or key. A case that has changed since it was loaded isn't
 * decided.
 */
export function CaseDecision({ reportCase, onLoaded, again, onStep, onChanged, onDone }: Props) {
  const { t } = useTexts();
  const me = useStore($currentAdmin);
  const [note, setNote] = useState('');
  const [needsNote, setNeedsNote] = useState(false);
  const [busy, setBusy] = useState(false);
  const [hasConflict, setConflict] = useState(false);
  const [banning, setBanning] = useState(false);
  const box = useRef<HTMLElement>(null);
  const isMine = reportCase.taken_by?.id === me?.id;
  const isHandled = reportCase.handled_at !== null;

  /** Throws Failure, except for a conflict, which is shown. */
  const send = async (
    action: ReportCaseAction,
    terms: Partial<CaseBanTerms> = {},
  ): Promise<undefined> => {
    setBusy(true);
    setConflict(false);
    try {
      const result = await call('POST /v2/admin/reports/{id}', {
        params: { id: reportCase.id },
        body: {
          action,
          version: reportCase.version,
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
      showUndoToast(
        `admin.reports.done.${action}` as TranslationKey,
        { name: reportCase.author.nickname },
        result,
        onChanged,
      );
      onDone();
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'conflict' || !error.payload) throw error;
      setConflict(true);
      onLoaded(error.payload as ReportCaseDetailWire);
      onChanged();
    } finally {
      setBusy(false);
    }
  };
  const decide = (action: ReportCaseAction) => {
    if (busy || isHandled) return;
    const isNoteMissing =
      ACTIONS_WITH_NOTE.includes(action) && note.trim() === '' && action !== 'ban';
    setNeedsNote(isNoteMissing);
    if (isNoteMissing) box.current?.querySelector('textarea')?.focus();
    else if (action === 'ban') setBanning(true);
    else void send(action).catch(showErrorToast);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const choice = DECISIONS.find((one) => one.key === event.key);
      const step = { j: 1, k: -1 }[event.key];
      if (choice) decide(choice.action);
      else if (event.key === 't') decide(isMine ? 'unclaim' : 'claim');
      else if (step) onStep(step);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  if (isHandled)
    return (
      <section className="decide" ref={box}>
        {hasConflict && <CaseConflict reportCase={reportCase} />}
        <p>
          {t('admin.reports.handledBy', {
            outcome: t(`admin.reports.outcome.${reportCase.outcome as 'ban'}`),
            name: reportCase.handled_by?.nickname ?? '',
          })}
        </p>
        {reportCase.note && <p className="meta">{reportCase.note}</p>}
      </section>
    );
  return (
    <section className="decide" ref={box} aria-label={t('admin.reports.decide')}>
      {hasConflict && <CaseConflict reportCase={reportCase} />}
      {reportCase.taken_by && !isMine && !hasConflict && (
        <p className="dot review">
          {t('admin.reports.takenBy', { name: reportCase.taken_by.nickname })}
        </p>
      )}
      <TextField
        label={t('admin.reports.note')}
        hint={t('admin.reports.noteHint')}
        rows={2}
        max={MAX_REASON_CHARACTERS}
        value={note}
        problem={needsNote && note.trim() === '' ? t('admin.reports.noteMissing') : undefined}
        onChange={setNote}
      />
      <div className="choices">
        {DECISIONS.map(({ action, key, icon }, index) => (
          <Button
            key={action}
            isPrimary={index === 0}
            className={action === 'ban' ? 'bad' : ''}
            isInactive={busy}
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
          isInactive={busy}
          aria-keyshortcuts="t"
          onClick={() => decide(isMine ? 'unclaim' : 'claim')}
        >
          <Icon name="user" />
          <span>{t(isMine ? 'admin.reports.act.unclaim' : 'admin.reports.act.claim')}</span>
          <i className="key-of" aria-hidden="true">
            T
          </i>
        </Button>
      </div>
      <p className="hint">
        <kbd>J</kbd> <kbd>K</kbd> {t('admin.reports.keys')}
      </p>
      {banning && (
        <BanAuthorDialog
          name={reportCase.author.nickname}
          note={note}
          onNote={setNote}
          onClose={() => setBanning(false)}
          onSubmit={(terms) => send('ban', terms)}
        />
      )}
    </section>
  );
}
