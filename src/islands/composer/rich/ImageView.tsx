import { useStore } from '@nanostores/react';
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { $uploads } from '#stores/uploads.ts';
import { OnItsWay } from '../OnItsWay.tsx';

/** A picture in the text, shown from this browser until it is stored. */
export function ImageView({ node, selected, deleteNode }: ReactNodeViewProps) {
  const { upload: id, src, alt, width, height } = node.attrs as Record<string, string | null>;
  const uploads = useStore($uploads, { keys: id ? [id] : [] });
  const upload = id ? uploads[id] : undefined;
  const shown = src ?? upload?.local;
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
          draggable="true"
          data-drag-handle=""
        />
      )}
      {id && upload && <OnItsWay id={id} upload={upload} onRemove={deleteNode} />}
    </NodeViewWrapper>
  );
}
