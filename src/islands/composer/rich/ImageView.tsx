import { useStore } from '@nanostores/react';
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { $uploads } from '#client/composer/uploads.ts';
import { UploadProgress } from '../UploadProgress.tsx';

/** Scrolls to the last inserted picture: its height is unknown before it is loaded. */
const showLastPicture = (field: HTMLElement): void =>
  [...field.querySelectorAll('img[src^="blob:"]')].at(-1)?.scrollIntoView({ block: 'nearest' });

export function ImageView({ node, selected, deleteNode, editor }: ReactNodeViewProps) {
  const { upload: id, src, alt, width, height } = node.attrs as Record<string, string | null>;
  const uploads = useStore($uploads, { keys: id ? [id] : [] });
  const upload = id ? uploads[id] : undefined;
  const shown = src ?? upload?.previewUrl;
  return (
    <NodeViewWrapper
      as="span"
      className="picture"
      data-selected={selected || undefined}
      data-failed={upload?.failure ? '' : undefined}
    >
      {shown && (
        <img
          src={shown}
          alt={alt ?? ''}
          width={width ?? undefined}
          height={height ?? undefined}
          onLoad={() => id && showLastPicture(editor.view.dom)}
          draggable="true"
          data-drag-handle=""
        />
      )}
      {id && upload && <UploadProgress id={id} upload={upload} onRemove={deleteNode} />}
    </NodeViewWrapper>
  );
}
