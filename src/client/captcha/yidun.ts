import type { CaptchaConfig } from '#contracts/wire/captcha.ts';
import { pageLang } from '../core/page-info.ts';
import { loadFromServers, loadScript } from './load-from-servers.ts';

/* NetEase Yidun's script shows its own dialog and returns a text that our server verifies. */

interface YidunInstance {
  popUp?(): void;
  verify?(): void;
  destroy?(): void;
}

interface YidunOptions {
  captchaId: string;
  element: HTMLElement;
  mode: 'popup';
  lang: string;
  onVerify(error: unknown, data: { validate?: string } | undefined): void;
  onClose(): void;
}

type YidunInit = (
  options: YidunOptions,
  onLoad: (instance: YidunInstance) => void,
  onError: (error: unknown) => void,
) => void;

const findYidunInit = (): YidunInit | undefined =>
  (globalThis as { initNECaptcha?: YidunInit }).initNECaptcha;

interface YidunListener {
  solved(validate: string): void;
  close(): void;
}

/** Loads the script; resolves to a function that opens the dialog. Throws Failure 502. */
export async function openYidun(
  { servers }: CaptchaConfig,
  captchaId: string,
): Promise<(listener: YidunListener) => void> {
  let listener: YidunListener | undefined;
  const element = document.createElement('div');
  const instance = await loadFromServers(servers, async (server) => {
    // Yidun's documentation requires a new address each minute, so that browsers don't cache it.
    if (!findYidunInit())
      await loadScript(`${server}/load.min.js?t=${Math.floor(Date.now() / 60_000)}`);
    const begin = findYidunInit();
    if (!begin) throw new Error(`${server} has no captcha`);
    document.body.append(element);
    return new Promise<YidunInstance>((resolve, reject) => {
      const options: YidunOptions = {
        captchaId,
        element,
        mode: 'popup',
        lang: pageLang() === 'zh' ? 'zh-CN' : 'en',
        onVerify: (error, data) => {
          // wrong solution: Yidun's dialog offers another attempt
          if (error || !data?.validate) return;
          end();
          listener?.solved(data.validate);
        },
        onClose: () => {
          end();
          listener?.close();
        },
      };
      begin(options, resolve, reject);
    });
  });
  const end = () => {
    instance.destroy?.();
    element.remove();
  };
  return (heard) => {
    listener = heard;
    if (instance.popUp) instance.popUp();
    else instance.verify?.();
  };
}
