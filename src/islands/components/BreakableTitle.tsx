import { Fragment } from 'react';
import { breakablePieces } from '#i18n/text-segments.ts';

export const BreakableTitle = ({ title }: { title: string }) =>
  breakablePieces(title).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
    <Fragment key={index}>
      {piece}
      <wbr />
    </Fragment>
  ));
