import type { ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import { pickLang } from '#i18n/localized.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** What was reported, and in which forum. */
export function CasePlace({ row }: { row: ReportCaseWire }) {
  const { t, lang } = useTexts();
  const forum = pickLang(lang, row.forum_name, row.forum_name_en);
  return <>{t(`moderation.reports.in.${row.item}`, { forum })}</>;
}
