import type { ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import { pickLang } from '#i18n/localized.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** The kind of the reported item, and its forum. */
export function CaseContext({ row }: { row: ReportCaseWire }) {
  const { t, lang } = useTexts();
  const forum = pickLang(lang, row.forum_name, row.forum_name_en);
  return <>{t(`moderation.reports.in.${row.item}`, { forum })}</>;
}

const GRAVE_KINDS = ['illegal', 'privacy', 'abuse', 'spam'];

/** The reasons of the reports, and the moderator who has claimed or handled the case. */
export function CaseReason({ row }: { row: ReportCaseWire }) {
  const { t } = useTexts();
  const { kinds, taken_by, outcome, handled_by } = row;
  const kind = kinds[0]?.kind ?? 'other';
  return (
    <>
      <b className={GRAVE_KINDS.includes(kind) ? 'grave' : ''}>
        {t(`moderation.reportKind.${kind}` as TranslationKey)}
      </b>
      {taken_by && !outcome && (
        <p className="meta">{t('moderation.reports.with', { name: taken_by.nickname })}</p>
      )}
      {outcome && handled_by && (
        <p className="meta">
          {t('moderation.reports.handledBy', {
            outcome: t(`moderation.reports.outcome.${outcome as 'ban'}`),
            name: handled_by.nickname,
          })}
        </p>
      )}
    </>
  );
}
