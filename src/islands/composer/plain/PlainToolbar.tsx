import { Toolbar } from '@base-ui/react/toolbar';
import { useRef } from 'react';
import { Menu, MenuButton } from '../../components/Menu.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ACCEPTED_PICTURE_TYPES } from '../picture-files.ts';
import { ToolIcon, type ToolIconName } from '../rich/ToolIcon.tsx';

/** The effect of a tool: characters around the selection, or in front of each of its lines. */
export type MarkdownTool =
  | { around: string }
  | { before: string }
  | { link: true }
  | { fence: true }
  | { rule: true };

const MENU_TOOLS = [
  ['heading', { before: '## ' }],
  ['bold', { around: '**' }],
  ['bullets', { before: '- ' }],
  ['numbers', { before: '1. ' }],
  ['quote', { before: '> ' }],
  ['link', { link: true }],
  ['strike', { around: '~~' }],
  ['rule', { rule: true }],
] as const satisfies [string, MarkdownTool][];

interface Props {
  isInactive: boolean;
  emoji: boolean;
  preview: boolean;
  /** Undefined where another control shows the preview. */
  onPreview: ((preview: boolean) => void) | undefined;
  container: HTMLElement | null;
  words: number;
  onFiles(files: Iterable<File>): void;
  onMention(): void;
  onEmoji(): void;
  onTool(sign: MarkdownTool): void;
}

/** Picks pictures, from the album or directly from the camera. */
function PictureTool({
  camera = false,
  disabled,
  onFiles,
}: {
  camera?: boolean;
  disabled: boolean;
  onFiles: Props['onFiles'];
}) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const name = t(camera ? 'composer.camera' : 'composer.image');
  return (
    <>
      <Toolbar.Button
        type="button"
        disabled={disabled}
        aria-label={name}
        title={name}
        onClick={() => input.current?.click()}
      >
        <ToolIcon name={camera ? 'camera' : 'image'} />
      </Toolbar.Button>
      <input
        ref={input}
        type="file"
        hidden
        {...(camera
          ? { accept: 'image/*', capture: 'environment' as const }
          : { accept: ACCEPTED_PICTURE_TYPES, multiple: true })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** The tools below a textarea. They leave the keyboard open. */
export function PlainToolbar({
  isInactive,
  emoji,
  preview,
  onPreview,
  container,
  words,
  onFiles,
  onMention,
  onEmoji,
  onTool,
}: Props) {
  const { t } = useTexts();
  const disabled = isInactive || preview;
  const tool = (
    name: 'mention' | 'emoji' | 'code',
    icon: ToolIconName,
    onClick: () => void,
    expanded?: boolean,
  ) => (
    <Toolbar.Button
      type="button"
      disabled={disabled}
      aria-label={t(`composer.${name}`)}
      title={t(`composer.${name}`)}
      aria-expanded={expanded}
      onClick={onClick}
    >
      <ToolIcon name={icon} />
    </Toolbar.Button>
  );
  return (
    <Toolbar.Root className="tools" aria-label={t('composer.toolbar')}>
      <PictureTool disabled={disabled} onFiles={onFiles} />
      <PictureTool camera disabled={disabled} onFiles={onFiles} />
      {tool('mention', 'at', onMention)}
      {tool('emoji', 'smile', onEmoji, emoji)}
      {tool('code', 'code', () => onTool({ fence: true }))}
      <Menu
        container={container}
        trigger={
          <Toolbar.Button
            type="button"
            disabled={isInactive}
            aria-label={t('composer.more')}
            title={t('composer.more')}
          >
            <ToolIcon name="plus" />
          </Toolbar.Button>
        }
      >
        {!preview &&
          MENU_TOOLS.map(([name, sign]) => (
            <MenuButton key={name} onClick={() => onTool(sign)}>
              {t(`composer.${name}`)}
            </MenuButton>
          ))}
        {onPreview && (
          <MenuButton onClick={() => onPreview(!preview)}>
            {t(preview ? 'composer.edit' : 'composer.preview')}
          </MenuButton>
        )}
      </Menu>
      <span className="count num">{words > 0 && t('composer.words', { count: words })}</span>
    </Toolbar.Root>
  );
}
