import { htmlLang } from '#contracts/language.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { SelectField, TextField } from '../form/form-fields.tsx';
import { ConfigPreview } from './ConfigPreview.tsx';
import type { ConfigFormProps } from './config-values.ts';

/** The line above every page of the site. */
export function NoticeForm({ values, set, problems }: ConfigFormProps) {
  const { t } = useTexts();
  const level = values.level === 'warn' ? 'warn' : 'info';
  return (
    <div className="split">
      <div>
        <TextField
          label={t('admin.config.field.text')}
          hint={t('admin.config.hint.text')}
          lang="zh-CN"
          rows={2}
          max={200}
          value={values.text ?? ''}
          problem={problems.text}
          onChange={(text) => set({ text })}
        />
        <TextField
          label={t('admin.config.field.text_en')}
          lang="en"
          rows={2}
          max={200}
          value={values.text_en ?? ''}
          problem={problems.text_en}
          onChange={(text_en) => set({ text_en })}
        />
        <TextField
          label={t('admin.config.field.link')}
          hint={t('admin.config.hint.link')}
          max={500}
          value={values.link ?? ''}
          problem={problems.link}
          onChange={(link) => set({ link })}
        />
        <SelectField
          label={t('admin.config.field.level')}
          value={level}
          options={[
            ['info', t('admin.config.level.info')],
            ['warn', t('admin.config.level.warn')],
          ]}
          onChange={(one) => set({ level: one })}
        />
      </div>
      <ConfigPreview>
        {(lang) => {
          const text = (lang === 'zh' ? values.text : values.text_en)?.trim();
          return text ? (
            <div className={`notice ${level}`} lang={htmlLang(lang)}>
              <div className="wrap">
                <Icon name={level === 'warn' ? 'warn' : 'horn'} />
                <p>
                  {text} {values.link && <span className="link">{t('notice.more')}</span>}
                </p>
                <Icon name="close" />
              </div>
            </div>
          ) : (
            <p className="meta">{t('admin.config.preview.none')}</p>
          );
        }}
      </ConfigPreview>
    </div>
  );
}
