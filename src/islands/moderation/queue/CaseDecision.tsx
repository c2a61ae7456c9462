import { useRef, useState } from 'react';
import { Failure } from '#client/core/failure.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { decideReportCase } from '#client/moderation/queue.ts';
import type { ReportCaseAction, ReportCaseDetailWire } from '#contracts/wire/admin-moderation.ts';
import { guessLang } from '#i18n/text-segments.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import type { IconName } from '#styles/icons.ts';
import { BanFields } from '../../components/BanFields.tsx';
import { Button } from '../../components/Button.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { Icon } from '../../components/Icon.tsx';
import ReasonField from '../../components/ReasonField.tsx';
import { type BanForm, toBanPeriod, useBanForm } from '../../hooks/use-ban-form.ts';
import { stepOfKey, useShortcuts } from '../../hooks/use-shortcuts.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { BanState } from './BanState.tsx';
import { useQueueArea } from './queue-area.ts';
import { UserNotes } from './UserNotes.tsx';

const toAuthorLang = ({ excerpt, subject }: ReportCaseDetailWire) => guessLang(excerpt || subject);

interface CaseBanTerms {
  /** In the community's time zone; '' is now, or without end. */
  begin_at: string;
  end_at: string;
  hide_content: boolean;
  note: string;
}

interface BanDialogProps {
  reportCase: ReportCaseDetailWire;
  /** The note to the author from the case's form. */
  note: string;
  onNote(note: string): void;
  onClose(): void;
  onSubmit(terms: CaseBanTerms): Promise<void>;
}

function CaseBanDialog({ reportCase, note, onNote, onClose, onSubmit }: BanDialogProps) {
  const { t } = useTexts();
  const { author } = reportCase;
  const form = useBanForm(reportCase.time_zone, note);
  const change: BanForm['change'] = (changes) => {
    form.change(changes);
    if (changes.note !== undefined) onNote(changes.note);
  };
  const send = () => {
    const { beginAt, endAt } = toBanPeriod(form);
    return onSubmit({
      begin_at: beginAt,
      end_at: endAt,
      hide_content: form.terms.hide,
      note: form.terms.note.trim(),
    });
  };
  return (
    <FormDialog
      title={t('moderation.ban.title', { name: author.nickname })}
      text={t('moderation.ban.text')}
      action={t('moderation.ban.item')}
      isDangerous
      validate={form.submit}
      onClose={onClose}
      onSubmit={send}
    >
      <BanState until={author.banned_until} zone={reportCase.time_zone} />
      <BanFields form={{ ...form, change }} authorLang={toAuthorLang(reportCase)} />
      <UserNotes userId={author.id} />
    </FormDialog>
  );
}

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

/** Ordered by frequency. */
const DECISIONS: readonly DecisionOption[] = [
  { action: 'deleteAndWarn', key: 'd', icon: 'trash' },
  { action: 'delete', key: 'x', icon: 'trash' },
  { action: 'warn', key: 'w', icon: 'horn' },
  { action: 'ban', key: 'b', icon: 'warn' },
  { action: 'dismiss', key: 'n', icon: 'check' },
];
/** A decision's name: a private message isn't deleted, but hidden from its recipient. */
const decisionKey = (action: ReportCaseAction, { item }: ReportCaseDetailWire) =>
  item === 'letter' && action === 'delete'
    ? 'moderation.reports.act.hide'
    : item === 'letter' && action === 'deleteAndWarn'
      ? 'moderation.reports.act.hideAndWarn'
      : (`moderation.reports.act.${action as 'ban'}` as const);
const ACTIONS_WITH_NOTE: readonly ReportCaseAction[] = ['deleteAndWarn', 'warn', 'ban'];

/** The earlier decision of another moderator. */
function CaseConflict({ reportCase }: Pick<Props, 'reportCase'>) {
  const { t } = useTexts();
  const { handled_by, outcome, taken_by } = reportCase;
  const text = handled_by
    ? t('moderation.reports.clash.handled', {
        name: handled_by.nickname,
        outcome: t(`moderation.reports.outcome.${outcome as 'ban'}`),
      })
    : taken_by
      ? t('moderation.reports.clash.taken', { name: taken_by.nickname })
      : t('moderation.reports.clash.changed');
  return (
    <div className="clash" role="alert">
      <h3>{t('moderation.reports.clash.title')}</h3>
      <p>{text}</p>
    </div>
  );
}

/** The decisions on a case, by button or key. An outdated case isn't decided. */
export function CaseDecision({ reportCase, onLoaded, again, onStep, onChanged, onDone }: Props) {
  const { t, lang } = useTexts();
  const { calls, readerId, showDone } = useQueueArea();
  const [note, setNote] = useState('');
  const [needsNote, setNeedsNote] = useState(false);
  const [busy, setBusy] = useState(false);
  const [hasConflict, setConflict] = useState(false);
  const [banning, setBanning] = useState(false);
  const box = useRef<HTMLElement>(null);
  const isMine = reportCase.taken_by?.id === readerId;
  const isHandled = reportCase.handled_at !== null;

  /** Throws Failure, except for a conflict, which is shown. */
  const send = async (
    action: ReportCaseAction,
    terms: Partial<CaseBanTerms> = {},
  ): Promise<void> => {
    setBusy(true);
    setConflict(false);
    try {
      const result = await decideReportCase(calls, reportCase.id, {
        action,
        version: reportCase.version,
        note: note.trim(),
        notify: note.trim() !== '',
        ...terms,
      });
      if (action === 'claim' || action === 'unclaim') {
        again();
        onChanged();
        return;
      }
      showDone(
        `moderation.reports.done.${action}` as TranslationKey,
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
    if (busy || isHandled || !reportCase.actions.includes(action)) return;
    const isNoteMissing =
      ACTIONS_WITH_NOTE.includes(action) && note.trim() === '' && action !== 'ban';
    setNeedsNote(isNoteMissing);
    if (isNoteMissing) box.current?.querySelector('textarea')?.focus();
    else if (action === 'ban') setBanning(true);
    else void send(action).catch(showErrorToast);
  };
  useShortcuts((key) => {
    const choice = DECISIONS.find((decision) => decision.key === key);
    const step = stepOfKey(key);
    if (choice) decide(choice.action);
    else if (key === 't') decide(isMine ? 'unclaim' : 'claim');
    else if (step) onStep(step);
    else return false;
    return true;
  });
  const problem = needsNote && note.trim() === '' ? t('moderation.reports.noteMissing') : undefined;
  const choices = DECISIONS.filter(({ action }) => reportCase.actions.includes(action));
  if (isHandled)
    return (
      <section className="decide" ref={box}>
        {hasConflict && <CaseConflict reportCase={reportCase} />}
        <p>
          {t('moderation.reports.handledBy', {
            outcome: t(`moderation.reports.outcome.${reportCase.outcome as 'ban'}`),
            name: reportCase.handled_by?.nickname ?? '',
          })}
        </p>
        {reportCase.note && (
          <p className="meta" lang={foreignLang(lang, reportCase.note)}>
            {reportCase.note}
          </p>
        )}
      </section>
    );
  return (
    <section className="decide" ref={box} aria-label={t('moderation.reports.decide')}>
      {hasConflict && <CaseConflict reportCase={reportCase} />}
      {reportCase.taken_by && !isMine && !hasConflict && (
        <p className="dot review">
          {t('moderation.reports.takenBy', { name: reportCase.taken_by.nickname })}
        </p>
      )}
      <ReasonField
        label={t('moderation.reports.note')}
        hint={t('moderation.reports.noteHint')}
        problem={problem}
        authorLang={toAuthorLang(reportCase)}
        value={{ note, notify: true }}
        onChange={(reason) => setNote(reason.note)}
      />
      <div className="choices">
        {choices.map(({ action, key, icon }, index) => (
          <Button
            key={action}
            isPrimary={index === 0}
            className={action === 'ban' ? 'bad' : ''}
            isInactive={busy}
            aria-keyshortcuts={key}
            onClick={() => decide(action)}
          >
            <Icon name={icon} />
            <span>{t(decisionKey(action, reportCase))}</span>
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
          <span>
            {t(isMine ? 'moderation.reports.act.unclaim' : 'moderation.reports.act.claim')}
          </span>
          <i className="key-of" aria-hidden="true">
            T
          </i>
        </Button>
      </div>
      <p className="hint">
        <kbd>J</kbd> <kbd>K</kbd> {t('moderation.reports.keys')}
      </p>
      {banning && (
        <CaseBanDialog
          reportCase={reportCase}
          note={note}
          onNote={setNote}
          onClose={() => setBanning(false)}
          onSubmit={(terms) => send('ban', terms)}
        />
      )}
    </section>
  );
}
