import type { Brand } from '#contracts/brand.ts';
import { homePath } from '#contracts/paths.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  brand: Brand;
}

export function BrandLink({ brand }: Props) {
  const { lang, root } = useTexts();
  const { vendor, siteName } = brand[lang];
  const { mark } = brand.look;
  return (
    <a className="brand" href={homePath(root)}>
      {mark ? (
        <img src={mark} width="26" height="26" alt="" />
      ) : (
        <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
          <path d="M7.5 6.5V19H20M7.5 9.5A9.5 9.5 0 0 1 17 19"></path>
        </svg>
      )}
      <b>{vendor}</b>
      <span>{siteName}</span>
    </a>
  );
}
