import { useState } from 'react';
import { addDays, fieldToDateTime, isAfter } from '#stores/moderation/local-datetime.ts';
import { useForm } from './use-form.ts';
import { useTexts } from './use-texts.ts';

/** Days that a ban lasts; 0 is until somebody lifts it. */
export const BAN_LENGTHS_DAYS = [1, 3, 7, 30, 90, 365, 0] as const;

/** What a ban is asked for, moments as their fields have them; '' is now. */
export interface BanTerms {
  begin: string;
  days: number | 'at';
  /** Of a ban until a moment. */
  end: string;
  /** What the person has written is hidden for as long. */
  hide: boolean;
  note: string;
}

export interface BanForm {
  timeZone: string;
  terms: BanTerms;
  change(changes: Partial<BanTerms>): void;
  problems: Partial<Record<keyof BanTerms, string>>;
  touch(field: keyof BanTerms): void;
  /** Shows what is to be mended, and says whether it may be sent. */
  submit(): boolean;
}

/**
 * The terms of a ban while they are filled in (R29). `timeZone`: the community's, in which bans are
 * meant. `note`: the reason as far as it was given before.
 */
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

/** From when to when, as calls take it: '' is from now on, and until somebody lifts it. */
export function toBanPeriod({
  terms: { begin, days, end },
  timeZone,
}: Pick<BanForm, 'terms' | 'timeZone'>): { beginAt: string; endAt: string } {
  const until =
    days === 'at' ? fieldToDateTime(end) : days === 0 ? '' : addDays(begin, days, timeZone);
  return { beginAt: fieldToDateTime(begin), endAt: until };
}
