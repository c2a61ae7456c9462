import type { PageProps } from '#contracts/page-model.ts';
import { translator } from '#i18n/translator.ts';
import type { PhoneView } from '../layouts/page-view.ts';
import { renderBody } from '../layouts/render-body.tsx';
import { TabBar } from './TabBar.tsx';
import { TopBar } from './TopBar.tsx';

/** The body of a page of the phones' site, with its bars. */
export function renderPhoneBody(
  { frame, path, brand }: PageProps,
  { tab, up, top, viewOf, content, alternate = true }: PhoneView,
): string {
  const { lang, root } = frame;
  const t = translator(lang);
  return renderBody(frame, {
    top: (
      <TopBar lang={lang} root={root} t={t} path={path} up={up} brand={brand} alternate={alternate}>
        {top}
      </TopBar>
    ),
    content,
    end: viewOf === undefined && <TabBar root={root} t={t} tab={tab} />,
  });
}
