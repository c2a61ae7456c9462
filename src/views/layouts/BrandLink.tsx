import type { Brand } from '#contracts/brand.ts';
import { homePath } from '#contracts/paths.ts';
import { BrandMark } from '#islands/components/BrandMark.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

export function BrandLink({ brand }: { brand: Brand }) {
  const { lang, root } = useTexts();
  const { vendor, siteName } = brand[lang];
  return (
    <a className="brand" href={homePath(root)}>
      <BrandMark picture={brand.look.mark} />
      <b>{vendor}</b>
      <span>{siteName}</span>
    </a>
  );
}
