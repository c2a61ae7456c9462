import type { PageProps } from '#contracts/page-model.ts';
import type { DesktopView } from '../layouts/page-view.ts';
import { renderBody } from '../layouts/render-body.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

export function renderDesktopBody(
  { frame, path, site, brand }: PageProps,
  { current, content, alternate = true }: DesktopView,
): string {
  const shared = { path, brand, alternate };
  return renderBody(frame, {
    top: <Header {...shared} site={site} current={current} />,
    content,
    end: <Footer {...shared} />,
  });
}
