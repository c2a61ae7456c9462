import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import { showToast } from '#client/core/toasts.ts';
import { adminPath } from '#contracts/admin.ts';
import {
  FORUM_TEMPLATE_NAMES,
  type ForumTemplateName,
  sectionsOf,
  TEMPLATE_THEMES,
} from '#contracts/forum-templates.ts';
import { pickLang } from '#i18n/localized.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/FormError.tsx';
import { ForumIcon } from '../../components/ForumIcon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';

function TemplatePreview({ name }: { name: ForumTemplateName }) {
  const { t, lang } = useTexts();
  return (
    <section className="setup-preview" aria-label={t('admin.setup.forums.preview')}>
      {sectionsOf(name).map((section) => (
        <div key={section.name}>
          <h3>{pickLang(lang, section.name, section.name_en)}</h3>
          <ul>
            {section.forums.map((forum) => (
              <li key={forum.slug}>
                <ForumIcon icon={forum.icon} />
                <div>
                  <b>{pickLang(lang, forum.name, forum.name_en)}</b>
                  <p>{pickLang(lang, forum.brief, forum.brief_en)}</p>
                  <p className="meta">
                    {forum.themes
                      .map((theme) => TEMPLATE_THEMES[theme])
                      .map((theme) => pickLang(lang, theme.name, theme.name_en))
                      .join(' · ')}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** The first sections and forums, from a template that is looked at before. */
export function ForumsStep({ count, onCreated }: { count: number; onCreated(): void }) {
  const { t } = useTexts();
  const [template, setTemplate] = useState<ForumTemplateName>('product');
  const [isCreating, setCreating] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  if (count > 0)
    return (
      <>
        <p>{t('admin.setup.forums.there', { count })}</p>
        <p>
          <a className="btn" href={adminPath('forums')}>
            {t('admin.setup.forums.edit')}
          </a>
        </p>
      </>
    );
  const create = async () => {
    setCreating(true);
    setFailure(undefined);
    try {
      const { forums } = await call('POST /v2/admin/setup/forums', { body: { template } });
      showToast({ key: 'admin.setup.forums.created', values: { count: forums } });
      onCreated();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      // Somebody else has made forums meanwhile: the step shows them.
      if (error.code === 'notEmpty') onCreated();
    } finally {
      setCreating(false);
    }
  };
  return (
    <>
      <p>{t('admin.setup.forums.about')}</p>
      <fieldset className="field setup-templates">
        <legend>{t('admin.setup.forums.choose')}</legend>
        {FORUM_TEMPLATE_NAMES.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="template"
              checked={name === template}
              onChange={() => setTemplate(name)}
            />
            <span>
              <b>{t(`admin.setup.template.${name}`)}</b>{' '}
              <span className="meta">{t(`admin.setup.templateText.${name}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <TemplatePreview name={template} />
      {failure && <FormError failure={failure} />}
      <p>
        <Button isPrimary isInactive={isCreating} onClick={() => void create()}>
          {t(isCreating ? 'admin.setup.forums.creating' : 'admin.setup.forums.create')}
        </Button>
      </p>
    </>
  );
}
