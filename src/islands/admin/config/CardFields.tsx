import { DEVICES } from '#contracts/wire/admin-config.ts';
import { useTexts } from '../../ui/text.ts';
import { PickField, TextField } from '../form/fields.tsx';
import { PictureField } from '../ui/PictureField.tsx';
import type { Card } from './values.ts';

interface Props {
  kind: 'carousel' | 'activities';
  card: Card;
  /** Where its problems are: `cards.2`. */
  at: string;
  problems: Readonly<Record<string, string>>;
  onChange(changes: Partial<Card>): void;
}

export function CardFields({ kind, card, at, problems, onChange }: Props) {
  const { t } = useTexts();
  const lang = card.language === 'zh' ? 'zh-CN' : card.language === 'en' ? 'en' : undefined;
  const spoken = lang ? { lang } : {};
  return (
    <div className="fields">
      <TextField
        label={t('admin.config.field.title')}
        {...spoken}
        max={kind === 'carousel' ? 60 : 80}
        value={card.title ?? ''}
        problem={problems[`${at}.title`]}
        onChange={(title) => onChange({ title })}
      />
      {kind === 'carousel' && (
        <TextField
          label={t('admin.config.field.label')}
          hint={t('admin.config.hint.label')}
          {...spoken}
          max={20}
          value={card.label ?? ''}
          problem={problems[`${at}.label`]}
          onChange={(label) => onChange({ label })}
        />
      )}
      <TextField
        label={t('admin.config.field.cardText')}
        {...spoken}
        rows={kind === 'carousel' ? 2 : 1}
        max={kind === 'carousel' ? 160 : 80}
        value={card.text ?? ''}
        problem={problems[`${at}.text`]}
        onChange={(text) => onChange({ text })}
      />
      {kind === 'carousel' && (
        <TextField
          label={t('admin.config.field.action')}
          {...spoken}
          max={30}
          value={card.action ?? ''}
          problem={problems[`${at}.action`]}
          onChange={(action) => onChange({ action })}
        />
      )}
      <TextField
        label={t('admin.config.field.link')}
        hint={t('admin.config.hint.link')}
        max={500}
        value={card.link ?? ''}
        problem={problems[`${at}.link`]}
        onChange={(link) => onChange({ link })}
      />
      <div className="pair">
        <PickField
          label={t('admin.config.field.language')}
          value={card.language ?? 'all'}
          options={(['all', 'zh', 'en'] as const).map(
            (one) => [one, t(`admin.config.lang.${one}`)] as const,
          )}
          onChange={(language) => onChange({ language })}
        />
        {kind === 'carousel' && (
          <PickField
            label={t('admin.config.field.device')}
            value={card.device ?? 'pc'}
            options={DEVICES.map((one) => [one, t(`admin.config.device.${one}`)] as const)}
            onChange={(device) => onChange({ device })}
          />
        )}
      </div>
      <PictureField
        label={t('admin.config.field.img')}
        hint={t(`admin.config.hint.img.${kind}`)}
        value={card.img?.url ?? ''}
        problem={problems[`${at}.img.url`]}
        onChange={(url) => onChange({ img: { url } })}
      />
    </div>
  );
}
