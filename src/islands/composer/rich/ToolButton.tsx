import { Toolbar } from '@base-ui/react/toolbar';
import { type ComponentProps, useRef } from 'react';
import { useTexts } from '../../hooks/use-texts.ts';
import { ACCEPTED_PICTURE_TYPES } from '../picture-files.ts';
import { ToolIcon, type ToolIconName } from './ToolIcon.tsx';

interface Props extends ComponentProps<typeof Toolbar.Button> {
  /** The accessible name, also the tooltip. */
  name: string;
  icon: ToolIconName;
  /** The keyboard shortcut for the tooltip. */
  keys?: string | undefined;
}

export const ToolButton = ({ name, icon, keys, ...button }: Props) => (
  <Toolbar.Button
    type="button"
    aria-label={name}
    title={keys ? `${name} (${keys})` : name}
    {...button}
  >
    <ToolIcon name={icon} />
  </Toolbar.Button>
);

interface PictureToolProps {
  /** Takes a picture with the camera instead of the album. */
  camera?: boolean;
  disabled: boolean;
  onFiles(files: File[]): void;
}

export function PictureTool({ camera = false, disabled, onFiles }: PictureToolProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolButton
        name={t(camera ? 'composer.camera' : 'composer.image')}
        icon={camera ? 'camera' : 'image'}
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
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
