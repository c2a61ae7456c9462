import type { Editor } from '@tiptap/core';
import { loadSiteConfig } from '#client/core/site-config.ts';
import { playerUrl } from '#contracts/video-players.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { InlinePrompt } from './InlinePrompt.tsx';
import { insertVideo } from './insert-video.ts';

/** The form for the address of a video; inserts it when its host is allowed (R13). */
export function VideoForm({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const { t } = useTexts();
  return (
    <InlinePrompt
      label={t('composer.videoAddress')}
      placeholder="https://www.bilibili.com/video/BV…"
      hint={t('composer.videoHint')}
      submitLabel={t('composer.insert')}
      onSubmit={async (typed) => {
        if (!playerUrl(typed)) return t('composer.videoWrong');
        const { frameHosts } = await loadSiteConfig();
        if (!insertVideo(editor, typed, frameHosts))
          return t('composer.videoRefused', { hosts: frameHosts.join(', ') });
        onDone();
        editor.commands.focus();
        return undefined;
      }}
    />
  );
}
