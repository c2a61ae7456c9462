import { Toolbar as Base } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { lazy, Suspense, useRef } from 'react';
import { Menu, MenuButton } from '../../components/Menu.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ACCEPTED_PICTURE_TYPES } from '../picture-files.ts';
import {
  type EditorCommand,
  FORMAT_COMMANDS,
  HISTORY_COMMANDS,
  toAriaKeys,
  toShownKeys,
} from './editor-commands.ts';
import { LinkTool } from './LinkTool.tsx';
import { insertPictures } from './picture-node.ts';
import { ToolIcon } from './ToolIcon.tsx';
import { ToolPopover } from './ToolPopover.tsx';
import { VideoForm } from './VideoForm.tsx';

const EmojiPicker = lazy(() => import('./EmojiPicker.tsx'));

export interface EditorToolbarProps {
  editor: Editor;
  /** The text is being sent and can't be changed. */
  isInactive: boolean;
  preview: boolean;
  onPreview?(preview: boolean): void;
  /** The container of popups. */
  container: HTMLElement | null;
  linking: boolean;
  onLinking(linking: boolean): void;
}

function PictureButton({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Base.Button
        type="button"
        disabled={disabled}
        aria-label={t('composer.image')}
        title={t('composer.image')}
        onClick={() => input.current?.click()}
      >
        <ToolIcon name="image" />
      </Base.Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_PICTURE_TYPES}
        multiple
        hidden
        onChange={({ currentTarget }) => {
          insertPictures(editor, [...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function MoreMenu({
  editor,
  disabled,
  container,
}: {
  editor: Editor;
  disabled: boolean;
  container: HTMLElement | null;
}) {
  const { t } = useTexts();
  return (
    <Menu
      container={container}
      trigger={
        <Base.Button
          type="button"
          className="more-acts"
          disabled={disabled}
          aria-label={t('composer.more')}
          title={t('composer.more')}
        >
          <ToolIcon name="more" />
        </Base.Button>
      }
    >
      <MenuButton onClick={() => editor.chain().focus().toggleStrike().run()}>
        {t('composer.strike')}
      </MenuButton>
      <MenuButton onClick={() => editor.chain().focus().toggleUnderline().run()}>
        {t('composer.underline')}
      </MenuButton>
      <MenuButton onClick={() => editor.chain().focus().setHorizontalRule().run()}>
        {t('composer.rule')}
      </MenuButton>
      <MenuButton onClick={() => editor.chain().focus().unsetAllMarks().clearNodes().run()}>
        {t('composer.clear')}
      </MenuButton>
    </Menu>
  );
}

/** The toolbar. The arrow keys move in it; it is one stop for Tab. */
export function EditorToolbar({
  editor,
  isInactive,
  preview,
  onPreview,
  container,
  linking,
  onLinking,
}: EditorToolbarProps) {
  const { t } = useTexts();
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      on: FORMAT_COMMANDS.flat()
        .filter((one) => one.isActive?.(editor))
        .map((one) => one.name),
      can: HISTORY_COMMANDS.filter((one) => one.canRun?.(editor)).map((one) => one.name),
    }),
  });
  const disabled = isInactive || preview;
  const button = ({ name, icon, keys, isActive, canRun, run }: EditorCommand) => (
    <Base.Button
      key={name}
      type="button"
      data-tool={name}
      disabled={disabled || (canRun && !state.can.includes(name))}
      aria-pressed={isActive ? state.on.includes(name) : undefined}
      aria-keyshortcuts={toAriaKeys(keys)}
      aria-label={t(`composer.${name}`)}
      title={`${t(`composer.${name}`)} (${toShownKeys(keys)})`}
      onClick={() => run(editor)}
    >
      <ToolIcon name={icon} />
    </Base.Button>
  );
  const line = <Base.Separator render={<hr />} />;
  return (
    <Base.Root
      className="tools"
      aria-label={t('composer.toolbar')}
      // The cursor stays in the text: out of focus, it could end up below what a tool inserts.
      onMouseDown={(event) => {
        const target = event.target as Element;
        if (event.currentTarget.contains(target) && !target.closest('[aria-haspopup]'))
          event.preventDefault();
      }}
    >
      {FORMAT_COMMANDS[0]?.map(button)}
      {line}
      {FORMAT_COMMANDS[1]?.map(button)}
      {line}
      <LinkTool
        editor={editor}
        disabled={disabled}
        container={container}
        open={linking}
        onOpen={onLinking}
      />
      <PictureButton editor={editor} disabled={disabled} />
      <ToolPopover
        name={t('composer.video')}
        icon="video"
        disabled={disabled}
        container={container}
      >
        {(close) => <VideoForm editor={editor} onDone={close} />}
      </ToolPopover>
      <Base.Button
        type="button"
        disabled={disabled}
        aria-label={t('composer.table')}
        title={t('composer.table')}
        onClick={() =>
          editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
        }
      >
        <ToolIcon name="table" />
      </Base.Button>
      <Base.Button
        type="button"
        disabled={disabled}
        aria-label={t('composer.mention')}
        title={t('composer.mention')}
        onClick={() => editor.chain().focus().insertContent('@').run()}
      >
        <ToolIcon name="at" />
      </Base.Button>
      <ToolPopover
        name={t('composer.emoji')}
        icon="smile"
        disabled={disabled}
        container={container}
      >
        {(close) => (
          <Suspense fallback={<p className="meta">{t('common.loading')}</p>}>
            <EmojiPicker
              onPick={(emoji) => {
                close();
                editor.chain().focus().insertContent(emoji).run();
              }}
              onSticker={(name) => {
                close();
                editor.chain().focus().insertContent({ type: 'sticker', attrs: { name } }).run();
              }}
            />
          </Suspense>
        )}
      </ToolPopover>
      {line}
      {HISTORY_COMMANDS.map(button)}
      <MoreMenu editor={editor} disabled={disabled} container={container} />
      {onPreview && (
        <Base.Button
          type="button"
          className="end"
          aria-pressed={preview}
          onClick={() => onPreview(!preview)}
        >
          {t('composer.preview')}
        </Base.Button>
      )}
    </Base.Root>
  );
}
