import type { CSSProperties } from 'react';
import { toBrand } from '#contracts/brand.ts';
import {
  type BrandColours,
  checkContrast,
  STANDARD_TOKENS,
  THEMES,
  type Theme,
  toTokenDeclarations,
} from '#contracts/brand-colours.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { BrandMark } from '../components/BrandMark.tsx';
import type { ConfigValues } from './config-values.ts';

/** Cut, not rounded: what falls short must not look as if it didn't. */
const toRatio = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

function ContrastTable({ colours, theme }: { colours: BrandColours; theme: Theme }) {
  const { t } = useTexts();
  return (
    <dl className="contrast">
      {checkContrast(colours[theme], theme).map(({ name, ratio, min }) => {
        const passes = ratio >= min;
        return (
          <div key={name} className={passes ? undefined : 'low'}>
            <dt>{t(`admin.config.contrast.${name}`)}</dt>
            <dd className="num">
              {t('admin.config.contrast.ratio', { ratio: toRatio(ratio), min })}
            </dd>
            <dd>
              <Icon name={passes ? 'check' : 'warn'} />
              <span>{t(passes ? 'admin.config.contrast.ok' : 'admin.config.contrast.low')}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** What pages of both themes show of a brand, and how well it is seen. */
export function BrandPreview({ values, lang }: { values: ConfigValues; lang: Lang }) {
  const { t } = useTexts();
  const brand = toBrand({ version: 1, value: values }, '');
  const { vendor, siteName, title, description } = brand[lang];
  const { colours, mark, icp, police, operator } = brand.look;
  const style = (colours ? toTokenDeclarations(colours) : STANDARD_TOKENS) as CSSProperties;
  return (
    <div className="brand-preview">
      {THEMES.map((theme) => (
        <section key={theme} data-theme={theme} style={style} lang={htmlLang(lang)}>
          <h3 className="meta">{t(`admin.config.contrast.${theme}`)}</h3>
          <p className="brand">
            <BrandMark picture={mark} />
            <b>{vendor}</b>
            <span>{siteName}</span>
          </p>
          <p>
            <b>{title}</b>
          </p>
          <p className="meta">{description}</p>
          <p className="row">
            <span className="link">{t('admin.config.contrast.sample')}</span>
            <span className="btn fill">{t('admin.config.contrast.button_text')}</span>
          </p>
          <p className="meta">
            © {operator[lang] || vendor} {icp} {police}
          </p>
          {colours ? (
            <ContrastTable colours={colours} theme={theme} />
          ) : (
            <p className="meta">{t('admin.config.contrast.standard')}</p>
          )}
        </section>
      ))}
    </div>
  );
}
