import { type IconName, icons } from '#styles/icons.ts';
import { Shape } from '../../components/Icon.tsx';

/** Icons of the editor's tools, fetched only by members who write. */
const toolShapes = {
  heading: 'M5 4v12M15 4v12M5 10h10',
  bold: 'M6 4h4.8a3 3 0 0 1 0 6H6zM6 10h5.6a3 3 0 0 1 0 6H6z',
  list: 'M8 5h9M8 10h9M8 15h9M4 5v.01M4 10v.01M4 15v.01',
  numbers:
    'M9 5h8M9 10h8M9 15h8M3.5 4.2 4.7 3.5V7M3.5 13.3c.3-1.3 2.4-1.1 2.2.3-.1.8-1.3 1.6-2.2 2.4h2.4',
  video: 'M3 4.5h14v11H3zM8.5 7.7v4.6l3.9-2.3z',
  table: 'M3 4h14v12H3zM3 8h14M3 12h14M8 8v8',
  at: 'M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0zm0-3v4.2c0 1.2.7 1.8 1.7 1.8 1.4 0 2.3-1.3 2.3-3a7 7 0 1 0-3 5.7',
  smile:
    'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM6.8 12c.8 1.2 1.9 1.8 3.2 1.8s2.4-.6 3.2-1.8M7.6 8v.01M12.4 8v.01',
  italic: 'M8.5 4h6M5.5 16h6M11.7 4 8.3 16',
  camera: 'M3 6.5h3.2L7.7 4h4.6l1.5 2.5H17v9H3zM10 8.2a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z',
  redo: 'M12.5 4.5 16 8l-3.5 3.5M16 8H8a4 4 0 0 0 0 8h4',
} as const;

export type ToolIconName = IconName | keyof typeof toolShapes;

export const ToolIcon = ({ name }: { name: ToolIconName }) => (
  <Shape
    path={
      name in toolShapes ? toolShapes[name as keyof typeof toolShapes] : icons[name as IconName]
    }
  />
);
