import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { pageArea } from '#client/core/page-info.ts';
import { type DraftContent, isBlankHtml, textWithoutSpace } from '#client/drafts/draft-records.ts';
import { isUntouched, setWorthlessRule, threadDraft } from '#client/drafts/thread-draft.ts';
import { htmlLang, langOf, type ThreadLanguage } from '#contracts/language.ts';
import { normalizeLine } from '#contracts/text-lines.ts';
import type { SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { wireName } from '#i18n/localized.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { PollView, type ShownPoll } from '../components/PollView.tsx';
import { EarlyField } from '../composer/EarlyField.tsx';
import '../composer/editor-heights.ts';
import { loadMessageEditor } from '../composer/load-editors.ts';
import { MessagePreview } from '../composer/MessagePreview.tsx';
import { ResizeHandle } from '../composer/ResizeHandle.tsx';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useLazyComponent } from '../hooks/use-lazy-component.ts';
import { onFormSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { LabelledField } from './LabelledField.tsx';
import { EMPTY_POLL, normalizePoll, toShownPoll } from './new-poll.ts';
import { PlacementFields } from './PlacementFields.tsx';
import { PollBuilder } from './PollBuilder.tsx';
import { SubjectField } from './SubjectField.tsx';
import { SubmitBar } from './SubmitBar.tsx';
import { useSections, useThemes } from './use-forums-and-themes.ts';
import type { SubmitState } from './use-submit-thread.ts';
import { useThreadRules } from './use-thread-rules.ts';

const chooseTemplate = (theme: ThemeWire | undefined, language: ThreadLanguage): string =>
  theme ? (language === 'en_US' && theme.template_en) || theme.template : '';

/** The themes' templates: fills empty messages, and recognizes unchanged templates. */
function useTemplate(themes: readonly ThemeWire[] | undefined) {
  // Templates of a previously chosen forum count too.
  const known = useRef(new Set<string>());
  for (const { template, template_en } of themes ?? [])
    for (const one of [template, template_en]) if (one) known.current.add(one);
  const isUntouchedTemplate = (html: string): boolean =>
    isUntouched(html, '') || [...known.current].some((template) => isUntouched(html, template));
  return {
    untouched: isUntouchedTemplate,
    /** The message after a change of theme or language, which replaces unchanged templates. */
    applyTemplate: (html: string, themeId: number | undefined, language: ThreadLanguage): string =>
      isUntouchedTemplate(html)
        ? chooseTemplate(
            themes?.find((theme) => theme.id === themeId),
            language,
          )
        : html,
  };
}

interface PreviewProps {
  content: DraftContent;
  sections: readonly SectionWire[] | undefined;
  themes: readonly ThemeWire[] | undefined;
  poll?: ShownPoll | undefined;
}

function ThreadPreview({ content, sections, themes, poll }: PreviewProps) {
  const { t, lang } = useTexts();
  const { html, subject = '', forumId, themeId, language } = content;
  const shown = poll ?? (content.poll && toShownPoll(content.poll));
  const forum = sections?.flatMap((section) => section.forum).find(({ id }) => id === forumId);
  const theme = themes?.find(({ id }) => id === themeId);
  const breadcrumb = [forum, theme].flatMap((one) => (one ? [wireName(lang, one)] : []));
  return (
    <article className="thread-preview" aria-label={t('composer.preview')}>
      {breadcrumb.length > 0 && <p className="meta">{breadcrumb.join(' / ')}</p>}
      <h2 lang={language && htmlLang(langOf(language))}>
        {normalizeLine(subject) || t('writing.noSubject')}
      </h2>
      <MessagePreview html={isBlankHtml(html) ? '' : html} isFirst />
      {shown && <PollView poll={shown} />}
    </article>
  );
}

/** Warns before leaving while unsaved text exists only on this page. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (threadDraft.$state.get().step === 'failed') event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
}

const NO_WORDS: readonly string[] = [];

export interface ThreadToSend {
  forumId: number;
  themeId: number;
  subject: string;
  html: string;
  language: ThreadLanguage;
  poll: DraftContent['poll'];
}

interface Props {
  /** The stored thread, if one is edited. */
  original?: DraftContent | undefined;
  language: ThreadLanguage;
  /** The poll of an edited thread, which can't be changed. */
  poll?: ShownPoll;
  submitting: SubmitState;
  /** Content between message and buttons. */
  children?: ReactNode;
  /** Replaces the draft's status next to the buttons. */
  offer?: ReactNode;
  onSubmit(thread: ThreadToSend): void;
  onCancelWait(): void;
  onWrite(): void;
}

const isSameContent = (a: DraftContent, b: DraftContent): boolean =>
  a.html === b.html &&
  a.subject === b.subject &&
  a.themeId === b.themeId &&
  a.language === b.language;

export function ThreadForm({
  original,
  language: defaultLanguage,
  poll: published,
  submitting,
  children,
  offer,
  onSubmit,
  onCancelWait,
  onWrite,
}: Props) {
  const { t } = useTexts();
  const MessageEditor = useLazyComponent(loadMessageEditor);
  const content = useStore(threadDraft.$content);
  const { html, subject = '', forumId, themeId, language = defaultLanguage, poll } = content;
  const sections = useSections();
  const themes = useThemes(forumId, original?.themeId);
  const { untouched, applyTemplate } = useTemplate(themes);
  const [preview, setPreview] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const [pendingPictures, setPendingPictures] = useState(0);
  const sheet = useRef<HTMLFormElement>(null);
  const form = useThreadRules(content, !original && untouched(html));
  const failure = submitting.step === 'refused' ? submitting.failure : undefined;
  const words =
    failure?.code === 'verify' && Array.isArray(failure.payload)
      ? (failure.payload as string[])
      : NO_WORDS;
  const isInactive = submitting.step === 'pending' || submitting.step === 'going';
  const waitSeconds = useCountdown(failure?.retryAt);
  // before the phone's editor has loaded, typed Markdown isn't HTML yet
  const isHeldBack = !MessageEditor || waitSeconds > 0 || pendingPictures > 0;
  useLeaveWarning();

  setWorthlessRule((one) =>
    original
      ? isSameContent(one, original)
      : untouched(one.html) && !one.subject?.trim() && !one.poll,
  );
  // a theme that the forum no longer has is dropped
  const isThemeMissing =
    themes !== undefined && themeId !== undefined && !themes.some((theme) => theme.id === themeId);
  useEffect(() => {
    if (isThemeMissing) threadDraft.change({ themeId: undefined });
  }, [isThemeMissing]);

  function change(next: Partial<DraftContent>): void {
    threadDraft.change(next);
    onWrite();
  }

  function togglePreview(): void {
    flushSync(() => setPreview(!preview));
    if (!preview) sheet.current?.scrollIntoView({ block: 'start' });
  }

  function submit(): void {
    if (isInactive || isHeldBack) return;
    setPreview(false);
    setAttempts(attempts + 1);
    if (!form.submit() || forumId === undefined || themeId === undefined) {
      requestAnimationFrame(() =>
        sheet.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')?.focus(),
      );
      return;
    }
    onSubmit({ forumId, themeId, subject, html, language, poll: poll && normalizePoll(poll) });
  }

  const field = {
    value: html,
    onChange: (written: string) => change({ html: written }),
    label: t('writing.message'),
    placeholder: t('writing.messageHint'),
    size: 'thread',
  } as const;
  const subjectHasWord = words.some((word) =>
    textWithoutSpace(subject).toLowerCase().includes(textWithoutSpace(word).toLowerCase()),
  );
  const subjectProblem =
    form.problems.subject ?? (subjectHasWord ? t('writing.problem.words') : undefined);
  return (
    <form className="writing" ref={sheet} noValidate onSubmit={onFormSubmit(submit)}>
      <div hidden={preview}>
        <PlacementFields
          sections={sections}
          themes={themes}
          forumId={forumId}
          themeId={themeId}
          language={language}
          isForumFixed={original !== undefined}
          isInactive={isInactive}
          problems={form.problems as { forumId?: string; themeId?: string }}
          onForum={(id) => {
            form.resetField('themeId');
            change({ forumId: id, themeId: undefined, html: untouched(html) ? '' : html });
          }}
          onTheme={(id) =>
            change({ themeId: id, html: original ? html : applyTemplate(html, id, language) })
          }
          onLanguage={(one) =>
            change({ language: one, html: original ? html : applyTemplate(html, themeId, one) })
          }
        />
        <SubjectField
          value={subject}
          problem={subjectProblem}
          isInactive={isInactive}
          onChange={(value) => change({ subject: value })}
          onLeave={() => subject !== '' && form.touch('subject')}
        />
        {/* Headings of the message are below this one. */}
        <h2 className="vh">{t('writing.message')}</h2>
        <LabelledField
          id="thread-message"
          label={t('writing.message')}
          problem={form.problems.html}
        >
          <div className="editor">
            <EarlyField {...field}>
              {MessageEditor && (
                <MessageEditor
                  {...field}
                  disabled={isInactive}
                  invalid={form.problems.html !== undefined}
                  {...(form.problems.html ? { describedBy: 'thread-message-problem' } : {})}
                  onSubmit={submit}
                  wrongWords={words}
                  onPendingUploads={setPendingPictures}
                />
              )}
            </EarlyField>
            {MessageEditor && pageArea() === 'desktop' && <ResizeHandle editor="thread" />}
          </div>
        </LabelledField>
        {!original && poll && (
          <PollBuilder
            poll={poll}
            isInactive={isInactive}
            attempts={attempts}
            onChange={(next) => change({ poll: { ...poll, ...next } })}
            onRemove={() => change({ poll: undefined })}
          />
        )}
        {!original && !poll && (
          <Button
            className="poll-start"
            isInactive={isInactive}
            onClick={() => change({ poll: EMPTY_POLL })}
          >
            <Icon name="chart" />
            {t('writing.poll.start')}
          </Button>
        )}
        {children}
      </div>
      {preview && (
        <ThreadPreview
          content={{ ...content, language }}
          sections={sections}
          themes={themes}
          poll={published}
        />
      )}
      <SubmitBar submitting={submitting} offer={offer} onCancel={onCancelWait}>
        <Button aria-pressed={preview} onClick={togglePreview}>
          {t('composer.preview')}
        </Button>
        <Button isPrimary type="submit" isInactive={isInactive || isHeldBack}>
          {pendingPictures > 0
            ? t('writing.uploading')
            : submitting.step === 'going'
              ? t('writing.going')
              : isInactive
                ? t('composer.sending')
                : original
                  ? t('writing.save')
                  : t('writing.publish')}
        </Button>
      </SubmitBar>
    </form>
  );
}
