import { type ReactNode, useState } from 'react';
import { loginUrl } from '#client/core/page-info.ts';
import type { MailNotice } from '#contracts/mailing.ts';
import {
  isQueueKind,
  OPTIONAL_NOTIFICATION_KINDS,
  type OptionalNotificationKind,
} from '#contracts/notifications.ts';
import { Button } from '../components/Button.tsx';
import { Check } from '../components/Choices.tsx';
import { FieldProblem, FormError } from '../components/FormError.tsx';
import { onFormSubmit, type Submission, useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';

/* The parts of the settings' forms. */

/** The status of saving; screen readers announce it. */
export function SaveStatus({ step, failure }: Pick<Submission, 'step' | 'failure'>) {
  const { t } = useTexts();
  return (
    <>
      <span className="saved" role="status">
        {step === 'done' && t('settings.saved')}
      </span>
      {failure?.isApiDown ? (
        <FieldProblem>{t('settings.notSaved')}</FieldProblem>
      ) : (
        failure && <FormError failure={failure} />
      )}
    </>
  );
}

/** The values of a form; changing one clears the outcome of saving. */
export function useFields<Values extends object>(initial: Values) {
  const [values, setValues] = useState(initial);
  const saving = useSubmit();
  const set = (change: Partial<Values>): void => {
    setValues((now) => ({ ...now, ...change }));
    saving.clearOutcome();
  };
  return { values, set, saving };
}

interface FormProps {
  saving: Submission;
  action?: string;
  isPrimary?: boolean;
  className?: string;
  /** Replaces the failure of saving. */
  failure?: Submission['failure'];
  onSubmit(): Promise<unknown>;
  children: ReactNode;
}

export function SettingsForm(props: FormProps) {
  const { saving, action, isPrimary = false, className, onSubmit, children } = props;
  const { t } = useTexts();
  return (
    <form className={className} noValidate onSubmit={onFormSubmit(onSubmit)}>
      {children}
      <div className="done">
        <Button type="submit" isPrimary={isPrimary} isInactive={saving.step === 'pending'}>
          {action ?? t('settings.save')}
        </Button>
        <SaveStatus
          step={saving.step}
          failure={'failure' in props ? props.failure : saving.failure}
        />
      </div>
    </form>
  );
}

interface ChoicesProps extends Pick<FormProps, 'saving' | 'onSubmit' | 'children'> {
  title: string;
  hint?: string | false;
}

/** A form of choices, each in its own label. */
export function ChoicesForm({ title, hint, children, ...form }: ChoicesProps) {
  return (
    <SettingsForm {...form}>
      <fieldset className="field choices">
        <legend className="vh">{title}</legend>
        {children}
      </fieldset>
      {hint && <p className="hint">{hint}</p>}
    </SettingsForm>
  );
}

const isOptionalKind = (kind: MailNotice): kind is OptionalNotificationKind =>
  (OPTIONAL_NOTIFICATION_KINDS as readonly string[]).includes(kind);

const labelKey = (kind: MailNotice) =>
  isOptionalKind(kind)
    ? (`settings.notices.${kind}` as const)
    : (`settings.mail.kind.${kind}` as const);

interface NoticeKindsProps<Kind extends MailNotice> {
  kinds: readonly Kind[];
  chosen: Record<Kind, boolean>;
  /** Offers the kinds for moderators. */
  isModerator: boolean;
  onChange(chosen: Record<Kind, boolean>): void;
}

/** The kinds of mails or pushes; each is a label of a ChoicesForm. */
export function NoticeKinds<Kind extends MailNotice>({
  kinds,
  chosen,
  isModerator,
  onChange,
}: NoticeKindsProps<Kind>) {
  const { t } = useTexts();
  const offered = isModerator ? kinds : kinds.filter((kind) => !isQueueKind(kind));
  return offered.map((kind) => (
    <Check
      key={kind}
      checked={chosen[kind]}
      onChange={(checked) => onChange({ ...chosen, [kind]: checked })}
    >
      {t(labelKey(kind))}
    </Check>
  ));
}

/** The minimum time for filling in a form. */
const MIN_REMAINING_MS = 30_000;

interface FreshLoginProps {
  /** The reason for the fresh login. */
  text: string;
  /** null: the provider never proves a login. */
  freshUntil: string | null;
  children: ReactNode;
}

/** Renders its children after a fresh login, else the reason and a link to it. */
export function FreshLogin({ text, freshUntil, children }: FreshLoginProps) {
  const { t } = useTexts();
  const [isFresh] = useState(() => Date.parse(freshUntil ?? '') > Date.now() + MIN_REMAINING_MS);
  if (isFresh) return children;
  if (freshUntil === null) return <p className="hint">{t('error.loginUnproven')}</p>;
  return (
    <div className="done">
      <p className="hint">{text}</p>
      <a className="btn" href={loginUrl(location.href, true)} rel="nofollow">
        {t('settings.tokens.again')}
      </a>
    </div>
  );
}
