import type { MailNotice } from '#contracts/mailing.ts';
import {
  OPTIONAL_NOTIFICATION_KINDS,
  type OptionalNotificationKind,
} from '#contracts/notifications.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Check } from './SettingsForm.tsx';

const isOptionalKind = (kind: MailNotice): kind is OptionalNotificationKind =>
  (OPTIONAL_NOTIFICATION_KINDS as readonly string[]).includes(kind);

const labelKey = (kind: MailNotice) =>
  isOptionalKind(kind)
    ? (`settings.notices.${kind}` as const)
    : (`settings.mail.kind.${kind}` as const);

interface Props<Kind extends MailNotice> {
  kinds: readonly Kind[];
  chosen: Record<Kind, boolean>;
  onChange(chosen: Record<Kind, boolean>): void;
}

/** What is mailed or pushed, by kind; each is a label of a ChoicesForm. */
export function NoticeKinds<Kind extends MailNotice>({ kinds, chosen, onChange }: Props<Kind>) {
  const { t } = useTexts();
  return kinds.map((kind) => (
    <Check
      key={kind}
      checked={chosen[kind]}
      onChange={(checked) => onChange({ ...chosen, [kind]: checked })}
    >
      {t(labelKey(kind))}
    </Check>
  ));
}
