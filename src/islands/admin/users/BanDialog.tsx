import { useStore } from '@nanostores/react';
import { NOTE_MAX } from '#contracts/limits.ts';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import { formatMoment } from '#i18n/format.ts';
import { $me } from '#stores/admin/me.ts';
import { call } from '#stores/api.ts';
import { Failure } from '#stores/failure.ts';
import { daysAfter, fieldMoment, isAfter } from '#stores/span.ts';
import { tell } from '#stores/tips.ts';
import { useTexts } from '../../ui/text.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { useEditor } from '../form/editor.ts';
import { Field, PickField, SwitchField, TextField } from '../form/fields.tsx';

/** Days of the spans that are offered; beside them for good, and until a moment. */
const SPANS = ['1', '3', '7', '30', '90', 'open', 'until'] as const;

interface Values {
  /** Both as a field for a date and a time of day has them: in the community's time zone; '' is now. */
  begin: string;
  until: string;
  span: (typeof SPANS)[number];
  reason: string;
  hide: boolean;
}

interface Props {
  user: AdminUserWire;
  /** Somebody else has banned or lifted meanwhile. */
  onStale(): void;
  onClose(): void;
  onDone(): void;
}

function endOf({ begin, span, until }: Values, timeZone: string): string | undefined {
  if (span === 'open') return undefined;
  return span === 'until' ? fieldMoment(until) : daysAfter(begin, Number(span), timeZone);
}

/** Bans somebody (R29): from when, how long, why, and whether what they wrote is hidden. */
export function BanDialog({ user, onStale, onClose, onDone }: Props) {
  const { t, lang } = useTexts();
  const timeZone = useStore($me)?.time_zone ?? 'UTC';
  const editor = useEditor<Values, unknown>({
    initial: { begin: '', until: '', span: '7', reason: '', hide: false },
    version: 0,
    rules: {
      until: ({ span, until, begin }: Values) => (span === 'until' && !isAfter(until, begin, timeZone) ? t('admin.users.problem.until') : undefined),
      reason: ({ reason }: Values) => (reason.trim() === '' ? t('admin.form.required') : undefined),
    },
    save: async (values) => {
      const body = { begin_at: fieldMoment(values.begin) || undefined, end_at: endOf(values, timeZone), reason: values.reason, hide: values.hide, seen: user.ban };
      try {
        return await call(`/v2/admin/users/${user.id}/ban`, { method: 'POST', body });
      } catch (error) {
        if (error instanceof Failure && error.code === 'conflict') onStale();
        throw error;
      }
    },
    done() {
      tell({ key: 'admin.users.banned', values: { name: user.nickname } });
      onDone();
    },
  });
  const { values, set, problems, touch } = editor;
  const standing = user.bans.find((one) => one.id === user.ban);
  const zone = t('admin.users.zone', { zone: timeZone });
  return (
    <EditDialog title={t('admin.users.banTitle', { name: user.nickname })} text={t('admin.users.banText')} editor={editor} labels={{}} guarded={user.administers} fresh action={t('admin.users.banAct')} onClose={onClose}>
      {standing && (
        <p className="told" role="status">
          {t('admin.users.replaces', { reason: standing.reason, name: standing.by.nickname, until: standing.end_at ? formatMoment(lang, new Date(standing.end_at)) : t('admin.users.open') })}
        </p>
      )}
      <PickField label={t('admin.users.span')} value={values.span} options={SPANS.map((span) => [span, t(`admin.users.spans.${span}`)] as const)} onChange={(span) => set({ span })} />
      {values.span === 'until' && (
        <Field label={t('admin.users.end')} hint={zone} problem={problems.until}>
          {(given) => <input {...given} type="datetime-local" value={values.until} onBlur={() => touch('until')} onChange={(event) => set({ until: event.target.value })} />}
        </Field>
      )}
      <Field label={t('admin.users.begin')} hint={`${t('admin.users.beginHint')} ${zone}`}>
        {(given) => <input {...given} type="datetime-local" value={values.begin} onChange={(event) => set({ begin: event.target.value })} />}
      </Field>
      <TextField label={t('admin.users.reason')} hint={t('admin.users.told')} rows={3} max={NOTE_MAX} value={values.reason} problem={problems.reason} onBlur={() => touch('reason')} onChange={(reason) => set({ reason })} />
      <SwitchField label={t('admin.users.hide')} hint={t('admin.users.hideHint')} value={values.hide} onChange={(hide) => set({ hide })} />
    </EditDialog>
  );
}
