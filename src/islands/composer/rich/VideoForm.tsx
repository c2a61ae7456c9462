import type { Editor } from '@tiptap/core';
import { videoAddress } from '#contracts/videos.ts';
import { loadConfig } from '#stores/config.ts';
import { useTexts } from '../../ui/text.ts';
import { Ask } from './Ask.tsx';
import { insertVideo } from './video.ts';

/** Asks for the address of a video and shows it, when its host is an allowed one (R13). */
export function VideoForm({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const { t } = useTexts();
  return (
    <Ask
      label={t('composer.videoAddress')}
      placeholder="https://www.bilibili.com/video/BV…"
      hint={t('composer.videoHint')}
      done={t('composer.insert')}
      onDone={async (typed) => {
        if (!videoAddress(typed)) return t('composer.videoWrong');
        const { frameHosts } = await loadConfig();
        if (!insertVideo(editor, typed, frameHosts))
          return t('composer.videoRefused', { hosts: frameHosts.join(', ') });
        onDone();
        editor.commands.focus();
        return undefined;
      }}
    />
  );
}
