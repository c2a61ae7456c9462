import { Toolbar } from '@base-ui/react/toolbar';
import { useRef } from 'react';
import { Menu, MenuButton } from '../../ui/Menu.tsx';
import { useTexts } from '../../ui/text.ts';
import { PICTURES } from '../picture-files.ts';
import { ToolIcon, type ToolIconName } from '../rich/ToolIcon.tsx';

/**
 * What a tool does to the text: signs around what is selected, or in front of each of its lines.
 */
export type Sign =
  | { around: string }
  | { before: string }
  | { link: true }
  | { fence: true }
  | { rule: true };

const MORE = [
  ['heading', { before: '## ' }],
  ['bold', { around: '**' }],
  ['bullets', { before: '- ' }],
  ['numbers', { before: '1. ' }],
  ['quote', { before: '> ' }],
  ['link', { link: true }],
  ['strike', { around: '~~' }],
  ['rule', { rule: true }],
] as const satisfies [string, Sign][];

interface Props {
  idle: boolean;
  emoji: boolean;
  preview: boolean;
  /** Undefined where something else shows the preview. */
  onPreview: ((preview: boolean) => void) | undefined;
  container: HTMLElement | null;
  words: number;
  onFiles(files: Iterable<File>): void;
  onMention(): void;
  onEmoji(): void;
  onSign(sign: Sign): void;
}

/** Takes pictures: from the album, or from the camera at once. */
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
          : { accept: PICTURES, multiple: true })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** The tools below a textarea. They leave the keyboard open. */
export function PlainTools({
  idle,
  emoji,
  preview,
  onPreview,
  container,
  words,
  onFiles,
  onMention,
  onEmoji,
  onSign,
}: Props) {
  const { t } = useTexts();
  const disabled = idle || preview;
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
    <Toolbar.Root
      className="tools"
      aria-label={t('composer.toolbar')}
      onMouseDown={(event) => event.preventDefault()}
    >
      <PictureTool disabled={disabled} onFiles={onFiles} />
      <PictureTool camera disabled={disabled} onFiles={onFiles} />
      {tool('mention', 'at', onMention)}
      {tool('emoji', 'smile', onEmoji, emoji)}
      {tool('code', 'code', () => onSign({ fence: true }))}
      <Menu
        container={container}
        trigger={
          <Toolbar.Button
            type="button"
            disabled={idle}
            aria-label={t('composer.more')}
            title={t('composer.more')}
          >
            <ToolIcon name="plus" />
          </Toolbar.Button>
        }
      >
        {!preview &&
          MORE.map(([name, sign]) => (
            <MenuButton key={name} onClick={() => onSign(sign)}>
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
