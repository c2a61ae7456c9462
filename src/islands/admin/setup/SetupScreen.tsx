import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { $adminLocation, goToScreen } from '#client/admin/admin-location.ts';
import { refreshCounts } from '#client/admin/current-admin.ts';
import { call } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import { showErrorToast, showToast } from '#client/core/toasts.ts';
import { adminGuidePath, adminPath } from '#contracts/admin.ts';
import type { ConfigName } from '#contracts/config-entries.ts';
import {
  FORUM_TEMPLATE_NAMES,
  type ForumTemplateName,
  sectionsOf,
  TEMPLATE_THEMES,
} from '#contracts/forum-templates.ts';
import { clientPagePath, homePath } from '#contracts/paths.ts';
import { SETUP_STEPS, type SetupStep, setupConfigOf } from '#contracts/setup-steps.ts';
import type { SetupWire } from '#contracts/wire/setup.ts';
import { pickLang, wireName } from '#i18n/localized.ts';
import { Button } from '../../components/Button.tsx';
import { Radio } from '../../components/Choices.tsx';
import { FormError } from '../../components/FormError.tsx';
import { ForumIcon } from '../../components/ForumIcon.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { ConfigEntryForm } from '../content/ConfigEntryForm.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { MAIL_VARIABLES, MailTest } from '../mail/MailTest.tsx';
import { CopyField } from './CopyField.tsx';
import { ProviderStep } from './ProviderStep.tsx';

function TemplatePreview({ name }: { name: ForumTemplateName }) {
  const { t, lang } = useTexts();
  return (
    <section className="setup-preview" aria-label={t('admin.setup.forums.preview')}>
      {sectionsOf(name).map((section) => (
        <div key={section.name}>
          <h3>{wireName(lang, section)}</h3>
          <ul>
            {section.forums.map((forum) => (
              <li key={forum.slug}>
                <ForumIcon icon={forum.icon} />
                <div>
                  <b>{wireName(lang, forum)}</b>
                  <p>{pickLang(lang, forum.brief, forum.brief_en)}</p>
                  <p className="meta">
                    {forum.themes
                      .map((theme) => TEMPLATE_THEMES[theme])
                      .map((theme) => wireName(lang, theme))
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

/** Creates the first sections and forums from a template, after a preview. */
function ForumsStep({ count, onCreated }: { count: number; onCreated(): void }) {
  const { t } = useTexts();
  const [template, setTemplate] = useState<ForumTemplateName>('product');
  const { step, failure, run } = useSubmit();
  const isCreating = step === 'pending';
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
  const create = () =>
    run(async () => {
      try {
        const { forums } = await call('POST /v2/admin/setup/forums', { body: { template } });
        showToast({ key: 'admin.setup.forums.created', values: { count: forums } });
      } catch (error) {
        // Somebody else has created forums meanwhile: the step shows them.
        if (!(error instanceof Failure && error.code === 'notEmpty')) throw error;
      }
      onCreated();
    });
  return (
    <>
      <p>{t('admin.setup.forums.about')}</p>
      <fieldset className="field setup-templates">
        <legend>{t('admin.setup.forums.choose')}</legend>
        {FORUM_TEMPLATE_NAMES.map((name) => (
          <Radio
            key={name}
            name="template"
            checked={name === template}
            onChoose={() => setTemplate(name)}
          >
            <span>
              <b>{t(`admin.setup.template.${name}`)}</b>{' '}
              <span className="meta">{t(`admin.setup.templateText.${name}`)}</span>
            </span>
          </Radio>
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

/** The pages of the setup: the steps, then the summary. */
const SETUP_PAGES = [...SETUP_STEPS, 'finish'] as const;
type SetupPage = (typeof SETUP_PAGES)[number];

type StepOfItsOwn = 'provider' | 'mail' | 'forums' | 'finish';

function useStepTitle(): (page: SetupPage) => string {
  const { t } = useTexts();
  return (page) => {
    const config = page === 'finish' ? undefined : setupConfigOf(page);
    return config
      ? t(`admin.config.name.${config}`)
      : t(`admin.setup.step.${page as StepOfItsOwn}`);
  };
}

/** The form of a configuration entry, shared with the screen of site content. */
function ConfigStep({
  name,
  onSaved,
  onDirty,
}: {
  name: ConfigName;
  onSaved(): void;
  onDirty(isDirty: boolean): void;
}) {
  const { t } = useTexts();
  const { value, ...loading } = usePolledQuery('GET /v2/admin/config');
  const entry = value?.find(({ field }) => field === name);
  if (!entry) return <LoadingOrError {...loading} rows={4} />;
  return (
    <>
      <p>{t('admin.setup.config', { name: t(`admin.config.name.${name}`) })}</p>
      <ConfigEntryForm
        name={name}
        entry={entry}
        onDirty={onDirty}
        onSaved={() => {
          loading.reload();
          onSaved();
        }}
      />
    </>
  );
}

/** Whether mail is sent; tests it with a mail to the administrator. */
function MailStep({ isSet, isDone, onDone }: { isSet: boolean; isDone: boolean; onDone(): void }) {
  const { t } = useTexts();
  if (!isSet)
    return (
      <>
        <p>{t('admin.setup.mail.unset')}</p>
        <CopyField label={t('admin.setup.mail.variables')} value={MAIL_VARIABLES} />
      </>
    );
  return (
    <>
      <p>{t('admin.setup.mail.set')}</p>
      <MailTest isPrimary={!isDone} onDone={onDone} />
    </>
  );
}

/** The open steps, and links to further screens. */
function FinishStep({ openSteps }: { openSteps: number }) {
  const { t, lang } = useTexts();
  const links = [
    ['site', homePath(lang)],
    ['thread', clientPagePath(lang, 'new')],
    ['moderators', adminPath('forums')],
    ['guide', adminGuidePath(lang, 'setup')],
  ] as const;
  return (
    <>
      <p>
        {openSteps > 0
          ? t('admin.setup.finish.open', { count: openSteps })
          : t('admin.setup.finish.done')}
      </p>
      <ul className="setup-links">
        {links.map(([name, href]) => (
          <li key={name}>
            <a className="link" href={href}>
              {t(`admin.setup.finish.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function StepList({ setup, current }: { setup: SetupWire; current: SetupPage }) {
  const { t } = useTexts();
  const titleOf = useStepTitle();
  return (
    <nav className="setup-steps" aria-label={t('admin.setup.steps')}>
      <ol>
        {SETUP_PAGES.map((page) => {
          const state = setup.steps.find((step) => step.name === page)?.state;
          return (
            <li key={page}>
              <a
                href={adminPath('setup', page)}
                aria-current={page === current ? 'step' : undefined}
              >
                <span>{titleOf(page)}</span>
                {state && (
                  <span className={state === 'done' ? 'dot done' : 'dot'}>
                    {t(`admin.setup.state.${state}`)}
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function StepContent({
  page,
  setup,
  onChanged,
  onDirty,
}: {
  page: SetupPage;
  setup: SetupWire;
  onChanged(): void;
  onDirty(isDirty: boolean): void;
}) {
  if (page === 'finish')
    return <FinishStep openSteps={setup.steps.filter(({ state }) => state === 'open').length} />;
  const config = setupConfigOf(page);
  if (config)
    return <ConfigStep key={config} name={config} onSaved={onChanged} onDirty={onDirty} />;
  if (page === 'provider') return <ProviderStep provider={setup.provider} />;
  const isDone = setup.steps.some(({ name, state }) => name === page && state === 'done');
  if (page === 'mail') return <MailStep isSet={setup.mail} isDone={isDone} onDone={onChanged} />;
  return <ForumsStep count={setup.forums} onCreated={onChanged} />;
}

/** Buttons for the previous and next step, and for skipping one. */
function StepControls({
  page,
  setup,
  isDirty,
  onSkipped,
}: {
  page: SetupPage;
  setup: SetupWire;
  /** The form has changes, so saving them is the main action. */
  isDirty: boolean;
  onSkipped(setup: SetupWire): void;
}) {
  const { t } = useTexts();
  const saving = useSubmit();
  const at = SETUP_PAGES.indexOf(page);
  const previous = SETUP_PAGES[at - 1];
  const next = SETUP_PAGES[at + 1];
  const state = setup.steps.find((step) => step.name === page)?.state;
  const skip = (step: SetupStep, skipped: boolean) =>
    saving.run(() =>
      call('PUT /v2/admin/setup/steps/{step}', { params: { step }, body: { skipped } })
        .then(onSkipped)
        .then(() => skipped && next && goToScreen(adminPath('setup', next)), showErrorToast),
    );
  return (
    <div className="setup-controls">
      {previous && (
        <a className="btn" href={adminPath('setup', previous)}>
          {t('admin.setup.back')}
        </a>
      )}
      {next && state !== 'open' && (
        <a
          className={state === 'done' && !isDirty ? 'btn fill' : 'btn'}
          href={adminPath('setup', next)}
        >
          {t('admin.setup.next')}
        </a>
      )}
      {page !== 'finish' && state !== 'done' && (
        <Button
          isInactive={saving.step === 'pending'}
          onClick={() => void skip(page, state === 'open')}
        >
          {t(state === 'open' ? 'admin.setup.skip' : 'admin.setup.unskip')}
        </Button>
      )}
    </div>
  );
}

/** The setup of a new forum. Each step can be skipped and done later. */
export default function SetupScreen() {
  const { t } = useTexts();
  const { detail } = useStore($adminLocation);
  const titleOf = useStepTitle();
  const { value, update, ...loading } = usePolledQuery('GET /v2/admin/setup');
  const heading = useRef<HTMLHeadingElement>(null);
  const [isDirty, setDirty] = useState(false);
  // Finishing a step doesn't leave it: the initial step stays shown until "next" is pressed.
  const initialPage = useRef<SetupPage>(undefined);
  if (value)
    initialPage.current ??= value.steps.find(({ state }) => state === 'open')?.name ?? 'finish';
  const page = SETUP_PAGES.find((one) => one === detail) ?? initialPage.current ?? 'finish';
  const shown = useRef<SetupPage>(undefined);
  useEffect(() => {
    if (!value) return;
    // Skipped on the first render: the area has set the focus to its start.
    if (shown.current !== undefined && shown.current !== page) heading.current?.focus();
    shown.current = page;
  }, [page, value]);
  if (!value) return <LoadingOrError {...loading} about={t('admin.setup.about')} rows={6} />;
  const onChanged = () => {
    loading.reload();
    refreshCounts();
  };
  return (
    <>
      <ScreenHeader text={t('admin.setup.about')} />
      <div className="setup">
        <StepList setup={value} current={page} />
        <section className="setup-step" aria-labelledby="setup-step">
          <h2 id="setup-step" ref={heading} tabIndex={-1}>
            {titleOf(page)}
          </h2>
          <StepContent page={page} setup={value} onChanged={onChanged} onDirty={setDirty} />
          <StepControls
            page={page}
            setup={value}
            isDirty={isDirty}
            onSkipped={(setup) => {
              update(() => setup);
              refreshCounts();
            }}
          />
        </section>
      </div>
    </>
  );
}
