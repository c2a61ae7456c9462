import { loadCannedReasons } from '#client/moderation/canned-reasons.ts';
import { cannedReasonText, cannedReasonTitle } from '#contracts/canned-reasons.ts';
import type { Lang } from '#contracts/language.ts';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  value: string;
  onChange(value: string): void;
  /** The language of the author; default: the reader's. */
  authorLang?: Lang | undefined;
}

/** The configuration's canned reasons, which fill the field of a reason (R34). */
export function CannedReasons({ value, onChange, authorLang }: Props) {
  const { lang } = useTexts();
  const { value: reasons = [] } = useQuery('canned reasons', loadCannedReasons);
  return (
    <div className="presets" hidden={reasons.length === 0}>
      {reasons.map((reason) => {
        const text = cannedReasonText(reason, authorLang ?? lang);
        return (
          <button
            key={text}
            type="button"
            aria-pressed={value === text}
            onClick={() => onChange(value === text ? '' : text)}
          >
            {cannedReasonTitle(reason, lang)}
          </button>
        );
      })}
    </div>
  );
}
