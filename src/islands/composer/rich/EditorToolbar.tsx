import { Toolbar as Base } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { lazy, Suspense } from 'react';
import { loadSiteConfig } from '#client/core/site-config.ts';
import { playerUrl } from '#contracts/video-players.ts';
import { Menu, MenuButton } from '../../components/Menu.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import {
  type EditorCommand,
  FORMAT_COMMANDS,
  HISTORY_COMMANDS,
  toAriaKeys,
  toShownKeys,
} from './editor-commands.ts';
import { insertVideo } from './handle-paste.ts';
import { InlinePrompt } from './InlinePrompt.tsx';
import { insertPictures } from './picture-node.ts';
import { PictureTool, ToolButton } from './ToolButton.tsx';
import { ToolPopover } from './ToolPopover.tsx';

/** Completes a typed address; undefined if it can't be a link. */
function normalizeLinkAddress(typed: string): string | undefined {
  const text = /^(https?:|mailto:|tel:|ftp:|magnet:|\/(?!\/)|#)/i.test(typed)
    ? typed
    : /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(typed)
      ? `mailto:${typed}`
      : /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/u.test(typed)
        ? `https://${typed}`
        : '';
  return text && !/\s/.test(text) && URL.canParse(text, location.href) ? text : undefined;
}

function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run();
  else chain.setLink({ href }).run();
}

interface LinkToolProps {
  editor: Editor;
  disabled: boolean;
  container: HTMLElement | null;
  open: boolean;
  onOpen(open: boolean): void;
}

/** Links the selection, or changes or removes the link at the cursor. */
function LinkTool({ editor, disabled, container, open, onOpen }: LinkToolProps) {
  const { t } = useTexts();
  const href = useEditorState({
    editor,
    selector: ({ editor }) => editor.getAttributes('link').href as string | undefined,
  });
  const selected = editor.state.doc.textBetween(
    editor.state.selection.from,
    editor.state.selection.to,
  );
  return (
    <ToolPopover
      name={t('composer.link')}
      icon="link"
      keys={toShownKeys('Mod+K')}
      pressed={href !== undefined}
      disabled={disabled}
      container={container}
      open={open}
      onOpen={onOpen}
    >
      {(close) => (
        <InlinePrompt
          label={t('composer.address')}
          value={href ?? (/^https?:\/\/\S+$/.test(selected) ? selected : '')}
          placeholder="https://"
          submitLabel={t('composer.done')}
          onSubmit={(typed) => {
            const address = normalizeLinkAddress(typed);
            if (!address) return t('composer.addressWrong');
            close();
            setLink(editor, address);
            return undefined;
          }}
          secondAction={
            href === undefined
              ? undefined
              : {
                  text: t('composer.remove'),
                  run: () => {
                    close();
                    editor.chain().focus().extendMarkRange('link').unsetLink().run();
                  },
                }
          }
        />
      )}
    </ToolPopover>
  );
}

function VideoForm({ editor, onDone }: { editor: Editor; onDone(): void }) {
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

const EmojiPicker = lazy(() => import('./EmojiPicker.tsx'));

export interface EditorToolbarProps {
  editor: Editor;
  isInactive: boolean;
  preview: boolean;
  onPreview?(preview: boolean): void;
  container: HTMLElement | null;
  linking: boolean;
  onLinking(linking: boolean): void;
}

type Chain = ReturnType<Editor['chain']>;

/** Less frequent commands, in a menu. */
const MENU_COMMANDS = [
  ['strike', (chain: Chain) => chain.toggleStrike()],
  ['underline', (chain: Chain) => chain.toggleUnderline()],
  ['rule', (chain: Chain) => chain.setHorizontalRule()],
  ['clear', (chain: Chain) => chain.unsetAllMarks().clearNodes()],
] as const;

/** The toolbar: one stop for Tab; the arrow keys move within it. */
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
    <ToolButton
      key={name}
      name={t(`composer.${name}`)}
      icon={icon}
      keys={toShownKeys(keys)}
      data-tool={name}
      disabled={disabled || (canRun && !state.can.includes(name))}
      aria-pressed={isActive ? state.on.includes(name) : undefined}
      aria-keyshortcuts={toAriaKeys(keys)}
      onClick={() => run(editor)}
    />
  );
  const run = (command: (chain: Chain) => Chain) => () => command(editor.chain().focus()).run();
  const line = <Base.Separator render={<hr />} />;
  return (
    <Base.Root
      className="tools"
      aria-label={t('composer.toolbar')}
      // The cursor stays in the text: without focus, it could end up below an inserted element.
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
      <PictureTool disabled={disabled} onFiles={(files) => insertPictures(editor, files)} />
      <ToolPopover
        name={t('composer.video')}
        icon="video"
        disabled={disabled}
        container={container}
      >
        {(close) => <VideoForm editor={editor} onDone={close} />}
      </ToolPopover>
      <ToolButton
        name={t('composer.table')}
        icon="table"
        disabled={disabled}
        onClick={run((chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }))}
      />
      <ToolButton
        name={t('composer.mention')}
        icon="at"
        disabled={disabled}
        onClick={run((chain) => chain.insertContent('@'))}
      />
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
      <Menu
        container={container}
        trigger={
          <ToolButton
            className="more-acts"
            name={t('composer.more')}
            icon="more"
            disabled={disabled}
          />
        }
      >
        {MENU_COMMANDS.map(([name, command]) => (
          <MenuButton key={name} onClick={run(command)}>
            {t(`composer.${name}`)}
          </MenuButton>
        ))}
      </Menu>
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
