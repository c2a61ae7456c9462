import { useTexts } from '../../hooks/use-texts.ts';
import { PictureField } from '../components/PictureField.tsx';
import { CheckboxField, NumberField, TextField } from '../form/form-fields.tsx';
import { ConfigPreview } from './ConfigPreview.tsx';
import type { ConfigFormProps } from './config-values.ts';

/** How a page looks when it is shared in WeChat. */
export function WeixinShareForm({ values, set, problems }: ConfigFormProps) {
  const { t } = useTexts();
  const title = [...t('admin.config.weixin.sample')]
    .slice(0, values.title_max_length || 30)
    .join('');
  return (
    <div className="split">
      <div>
        <NumberField
          label={t('admin.config.field.title_max_length')}
          min={5}
          max={100}
          value={values.title_max_length ?? 30}
          problem={problems.title_max_length}
          onChange={(title_max_length) => set({ title_max_length })}
        />
        <TextField
          label={t('admin.config.field.title_suffix')}
          max={40}
          value={values.title_suffix ?? ''}
          onChange={(title_suffix) => set({ title_suffix })}
        />
        <TextField
          label={t('admin.config.field.daemon')}
          hint={t('admin.config.hint.daemon')}
          max={200}
          value={String(values.daemon ?? '')}
          onChange={(daemon) => set({ daemon })}
        />
        <PictureField
          label={t('admin.config.field.default_img')}
          hint={t('admin.config.hint.default_img')}
          value={values.default_img ?? ''}
          problem={problems.default_img}
          onChange={(default_img) => set({ default_img })}
        />
        <CheckboxField
          label={t('admin.config.field.debug')}
          hint={t('admin.config.hint.debug')}
          value={values.debug === true}
          onChange={(debug) => set({ debug })}
        />
      </div>
      <ConfigPreview>
        {() => (
          <div className="share">
            <span>
              <b>
                {title}
                {values.title_suffix}
              </b>
              <span className="meta">{t('admin.config.weixin.text')}</span>
            </span>
            <span className="thumb">
              {values.default_img && <img src={values.default_img} alt="" />}
            </span>
          </div>
        )}
      </ConfigPreview>
    </div>
  );
}
