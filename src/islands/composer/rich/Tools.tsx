import { Toolbar as Base } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { COMMANDS } from './commands.ts';

interface Props {
  editor: Editor;
  /** The text is on its way and can't be changed. */
  idle: boolean;
}

/** The arrow keys go through it; it is one stop for Tab. */
export function Tools({ editor, idle }: Props) {
  const { t } = useTexts();
  const pressed = useEditorState({ editor, selector: ({ editor }) => COMMANDS.map((one) => one.on?.(editor) ?? false) });
  return (
    <Base.Root className="tools" aria-label={t('composer.toolbar')}>
      {COMMANDS.map(({ name, icon, on, run }, index) => (
        <Base.Button key={name} disabled={idle} aria-pressed={on && pressed[index]} aria-label={t(`composer.${name}`)} title={t(`composer.${name}`)} onClick={() => run(editor)}>
          <Icon name={icon} />
        </Base.Button>
      ))}
    </Base.Root>
  );
}
