import { DEVICES } from '#contracts/wire/admin-config.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { PictureField } from '../components/PictureField.tsx';
import { SelectField, TextField } from '../form/form-fields.tsx';
import type { ConfigCard } from './config-values.ts';

interface Props {
  kind: 'carousel' | 'activities';
  card: ConfigCard;
  /** Where its problems are: `cards.2`. */
  path: string;
  problems: Readonly<Record<string, string>>;
  onChange(changes: Partial<ConfigCard>): void;
}

export function CardFields({ kind, card, path, problems, onChange }: Props) {
  const { t } = useTexts();
  const lang = card.language === 'zh' ? 'zh-CN' : card.language === 'en' ? 'en' : undefined;
  const langAttribute = lang ? { lang } : {};
  return (
    <div className="fields">
      <TextField
        label={t('admin.config.field.title')}
        {...langAttribute}
        max={kind === 'carousel' ? 60 : 80}
        value={card.title ?? ''}
        problem={problems[`${path}.title`]}
        onChange={(title) => onChange({ title })}
      />
      {kind === 'carousel' && (
        <TextField
          label={t('admin.config.field.label')}
          hint={t('admin.config.hint.label')}
          {...langAttribute}
          max={20}
          value={card.label ?? ''}
          problem={problems[`${path}.label`]}
          onChange={(label) => onChange({ label })}
        />
      )}
      <TextField
        label={t('admin.config.field.cardText')}
        {...langAttribute}
        rows={kind === 'carousel' ? 2 : 1}
        max={kind === 'carousel' ? 160 : 80}
        value={card.text ?? ''}
        problem={problems[`${path}.text`]}
        onChange={(text) => onChange({ text })}
      />
      {kind === 'carousel' && (
        <TextField
          label={t('admin.config.field.action')}
          {...langAttribute}
          max={30}
          value={card.action ?? ''}
          problem={problems[`${path}.action`]}
          onChange={(action) => onChange({ action })}
        />
      )}
      <TextField
        label={t('admin.config.field.link')}
        hint={t('admin.config.hint.link')}
        max={500}
        value={card.link ?? ''}
        problem={problems[`${path}.link`]}
        onChange={(link) => onChange({ link })}
      />
      <div className="pair">
        <SelectField
          label={t('admin.config.field.language')}
          value={card.language ?? 'all'}
          options={(['all', 'zh', 'en'] as const).map(
            (one) => [one, t(`admin.config.lang.${one}`)] as const,
          )}
          onChange={(language) => onChange({ language })}
        />
        {kind === 'carousel' && (
          <SelectField
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
        problem={problems[`${path}.img.url`]}
        onChange={(url) => onChange({ img: { url } })}
      />
    </div>
  );
}
