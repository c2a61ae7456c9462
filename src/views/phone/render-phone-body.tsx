import type { PageProps } from '#contracts/page-model.ts';
import type { PhoneView } from '../layouts/page-view.ts';
import { renderBody } from '../layouts/render-body.tsx';
import { TabBar } from './TabBar.tsx';
import { TopBar } from './TopBar.tsx';

export function renderPhoneBody(
  { frame, path, brand }: PageProps,
  { tab, up, top, viewOf, content, alternate = true }: PhoneView,
): string {
  return renderBody(frame, {
    top: (
      <TopBar path={path} up={up} brand={brand} alternate={alternate}>
        {top}
      </TopBar>
    ),
    content,
    end: viewOf === undefined && <TabBar tab={tab} />,
  });
}
