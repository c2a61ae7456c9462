import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ThreadLanguage } from '#contracts/language.ts';
import { bareText, type DraftContent } from '#stores/draft-sheets.ts';
import { setWorthless, threadDraft } from '#stores/thread-draft.ts';
import { loadMessageEditor } from '../composer/editors.ts';
import { Button } from '../ui/Button.tsx';
import { useComponent } from '../ui/component.ts';
import { useSecondsTo } from '../ui/countdown.ts';
import { Icon } from '../ui/Icon.tsx';
import type { ShownPoll } from '../ui/PollView.tsx';
import { useTexts } from '../ui/text.ts';
import { Field } from './Field.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { PollBuilder } from './PollBuilder.tsx';
import { FRESH_POLL, pollProblem, pollToSend } from './poll.ts';
import { SubjectField } from './SubjectField.tsx';
import { SubmitLine } from './SubmitLine.tsx';
import { ThreadPreview } from './ThreadPreview.tsx';
import { useLeaveWarning } from './useLeaveWarning.ts';
import { useSections, useThemes } from './usePlace.ts';
import type { Submitting } from './useSubmitting.ts';
import { useTemplate } from './useTemplate.ts';
import { useThreadRules } from './useThreadRules.ts';

const NO_WORDS: readonly string[] = [];

export interface ReadyThread {
  forumId: number;
  themeId: number;
  subject: string;
  html: string;
  language: ThreadLanguage;
  poll: DraftContent['poll'];
}

interface Props {
  /** What stands there now, when a thread is changed. */
  was?: DraftContent | undefined;
  language: ThreadLanguage;
  /** The thread's poll, when a thread is changed: it stays as it is. */
  poll?: ShownPoll;
  submitting: Submitting;
  /** Between the message and the buttons. */
  children?: ReactNode;
  onSubmit(thread: ReadyThread): void;
  onCancelWait(): void;
  onWrite(): void;
}

const same = (a: DraftContent, b: DraftContent): boolean =>
  a.html === b.html &&
  a.subject === b.subject &&
  a.themeId === b.themeId &&
  a.language === b.language;

/** The sheet on which a thread is written, new or changed. */
export function ThreadForm({
  was,
  language: usual,
  poll: published,
  submitting,
  children,
  onSubmit,
  onCancelWait,
  onWrite,
}: Props) {
  const { t } = useTexts();
  const MessageEditor = useComponent(loadMessageEditor);
  const content = useStore(threadDraft.$content);
  const { html, subject = '', forumId, themeId, language = usual, poll } = content;
  const sections = useSections();
  const themes = useThemes(forumId);
  const { untouched, adapt } = useTemplate(themes);
  const [preview, setPreview] = useState(false);
  const [pictures, setPictures] = useState(0);
  const sheet = useRef<HTMLFormElement>(null);
  const form = useThreadRules(content, !was && untouched(html));
  const failure = submitting.step === 'refused' ? submitting.failure : undefined;
  const words =
    failure?.code === 'verify' && Array.isArray(failure.payload)
      ? (failure.payload as string[])
      : NO_WORDS;
  const idle = submitting.step === 'pending' || submitting.step === 'going';
  const wait = useSecondsTo(failure?.retryAt);
  useLeaveWarning();

  setWorthless((one) =>
    was ? same(one, was) : untouched(one.html) && !one.subject?.trim() && !one.poll,
  );
  // A draft's theme that the forum doesn't offer any more is none.
  const gone =
    themes !== undefined && themeId !== undefined && !themes.some((one) => one.id === themeId);
  useEffect(() => {
    if (gone) threadDraft.change({ themeId: undefined });
  }, [gone]);

  function change(next: Partial<DraftContent>): void {
    threadDraft.change(next);
    onWrite();
  }

  function submit(): void {
    if (idle || wait > 0 || pictures > 0) return;
    setPreview(false);
    if (!form.submit() || forumId === undefined || themeId === undefined) {
      requestAnimationFrame(() =>
        sheet.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    onSubmit({ forumId, themeId, subject, html, language, poll: poll && pollToSend(poll) });
  }

  const hasWord = words.some((word) =>
    bareText(subject).toLowerCase().includes(bareText(word).toLowerCase()),
  );
  const subjectProblem =
    form.problems.subject ?? (hasWord ? t('writing.problem.words') : undefined);
  return (
    <form
      className="writing"
      ref={sheet}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div hidden={preview}>
        <PlaceFields
          sections={sections}
          themes={themes}
          forumId={forumId}
          themeId={themeId}
          language={language}
          fixed={was !== undefined}
          idle={idle}
          problems={form.problems as { forumId?: string; themeId?: string }}
          onForum={(id) =>
            change({ forumId: id, themeId: undefined, html: untouched(html) ? '' : html })
          }
          onTheme={(id) => change({ themeId: id, html: was ? html : adapt(html, id, language) })}
          onLanguage={(one) =>
            change({ language: one, html: was ? html : adapt(html, themeId, one) })
          }
        />
        <SubjectField
          value={subject}
          problem={subjectProblem}
          idle={idle}
          onChange={(value) => change({ subject: value })}
          onLeave={() => subject !== '' && form.touch('subject')}
        />
        {/* Headings of the message stand below one. */}
        <h2 className="vh">{t('writing.message')}</h2>
        <Field id="thread-message" label={t('writing.message')} problem={form.problems.html}>
          <div className="editor">
            {MessageEditor ? (
              <MessageEditor
                value={html}
                onChange={(written) => change({ html: written })}
                label={t('writing.message')}
                placeholder={t('writing.messageHint')}
                disabled={idle}
                invalid={form.problems.html !== undefined}
                {...(form.problems.html ? { describedBy: 'thread-message-problem' } : {})}
                onSubmit={submit}
                wrongWords={words}
                size="thread"
                onPending={setPictures}
              />
            ) : (
              <div className="rich" data-size="thread" aria-busy="true" />
            )}
          </div>
        </Field>
        {!was && poll && (
          <PollBuilder
            poll={poll}
            idle={idle}
            problem={form.problems.poll ? pollProblem(poll) : undefined}
            onChange={(next) => change({ poll: { ...poll, ...next } })}
            onLeave={() => undefined}
            onRemove={() => change({ poll: undefined })}
          />
        )}
        {!was && !poll && (
          <Button className="poll-start" idle={idle} onClick={() => change({ poll: FRESH_POLL })}>
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
      <SubmitLine submitting={submitting} onCancel={onCancelWait}>
        <Button aria-pressed={preview} onClick={() => setPreview(!preview)}>
          {t('composer.preview')}
        </Button>
        <Button main type="submit" idle={idle || wait > 0 || pictures > 0}>
          {pictures > 0
            ? t('writing.uploading')
            : submitting.step === 'going'
              ? t('writing.going')
              : idle
                ? t('composer.sending')
                : was
                  ? t('writing.save')
                  : t('writing.publish')}
        </Button>
      </SubmitLine>
    </form>
  );
}
