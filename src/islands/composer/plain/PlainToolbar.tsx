import { Toolbar } from '@base-ui/react/toolbar';
import { Menu, MenuButton } from '../../components/Menu.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { PictureTool, ToolButton } from '../rich/ToolButton.tsx';

/** The effect of a tool: characters around the selection, or before each of its lines. */
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
  /** Undefined if another control shows the preview. */
  onPreview: ((preview: boolean) => void) | undefined;
  container: HTMLElement | null;
  words: number;
  onFiles(files: Iterable<File>): void;
  onMention(): void;
  onEmoji(): void;
  onTool(sign: MarkdownTool): void;
}

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
  return (
    <Toolbar.Root className="tools" aria-label={t('composer.toolbar')}>
      <PictureTool disabled={disabled} onFiles={onFiles} />
      <PictureTool camera disabled={disabled} onFiles={onFiles} />
      <ToolButton name={t('composer.mention')} icon="at" disabled={disabled} onClick={onMention} />
      <ToolButton
        name={t('composer.emoji')}
        icon="smile"
        disabled={disabled}
        aria-expanded={emoji}
        onClick={onEmoji}
      />
      <ToolButton
        name={t('composer.code')}
        icon="code"
        disabled={disabled}
        onClick={() => onTool({ fence: true })}
      />
      <Menu
        container={container}
        trigger={<ToolButton name={t('composer.more')} icon="plus" disabled={isInactive} />}
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
