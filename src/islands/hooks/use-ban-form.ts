import { useState } from 'react';
import { addDays, fieldToDateTime, isAfter } from '#client/moderation/local-datetime.ts';
import { useForm } from './use-form.ts';
import { useTexts } from './use-texts.ts';

/** Days of a ban; 0 is without end. */
export const BAN_LENGTHS_DAYS = [1, 3, 7, 30, 90, 365, 0] as const;

/** Form values. Times have the format of their fields; '' is now. */
export interface BanTerms {
  begin: string;
  days: number | 'at';
  /** The end, if `days` is 'at'. */
  end: string;
  /** The user's posts are hidden during the ban. */
  hide: boolean;
  note: string;
}

export interface BanForm {
  timeZone: string;
  terms: BanTerms;
  change(changes: Partial<BanTerms>): void;
  problems: Partial<Record<keyof BanTerms, string>>;
  touch(field: keyof BanTerms): void;
  /** Shows the problems; returns whether there are none. */
  submit(): boolean;
}

/** The form of a ban (R29), with times in `timeZone`. `note`: the initial reason. */
export function useBanForm(timeZone: string, note = ''): BanForm {
  const { t } = useTexts();
  const [terms, setTerms] = useState<BanTerms>({ begin: '', days: 7, end: '', hide: false, note });
  const { problems, touch, submit } = useForm(terms, {
    note: ({ note }) => (note.trim() === '' ? t('moderation.reason.missing') : undefined),
    end: ({ begin, days, end }) =>
      days === 'at' && !isAfter(end, begin, timeZone) ? t('moderation.ban.endWrong') : undefined,
  });
  return {
    timeZone,
    terms,
    change: (changes) => setTerms((before) => ({ ...before, ...changes })),
    problems,
    touch,
    submit,
  };
}

/** The period in the format of the API: '' is now, or without end. */
export function toBanPeriod({
  terms: { begin, days, end },
  timeZone,
}: Pick<BanForm, 'terms' | 'timeZone'>): { beginAt: string; endAt: string } {
  const until =
    days === 'at' ? fieldToDateTime(end) : days === 0 ? '' : addDays(begin, days, timeZone);
  return { beginAt: fieldToDateTime(begin), endAt: until };
}
