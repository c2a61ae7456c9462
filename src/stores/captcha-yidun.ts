import type { CaptchaConfig } from '#contracts/wire/captcha.ts';
import { loadFrom, loadScript } from './captcha-servers.ts';
import { pageLang } from './page.ts';

/*
 * NetEase Yidun's script: it draws a dialog of its own and gives a text that our server has its
 * service verify.
 */

interface Instance {
  popUp?(): void;
  verify?(): void;
  destroy?(): void;
}

interface Options {
  captchaId: string;
  element: HTMLElement;
  mode: 'popup';
  lang: string;
  onVerify(error: unknown, data: { validate?: string } | undefined): void;
  onClose(): void;
}

type Init = (
  options: Options,
  onLoad: (instance: Instance) => void,
  onError: (error: unknown) => void,
) => void;

const init = (): Init | undefined => (globalThis as { initNECaptcha?: Init }).initNECaptcha;

interface Listener {
  solved(validate: string): void;
  close(): void;
}

/** Loads the script and what it needs; the function given opens its dialog. Throws Failure 502. */
export async function openYidun(
  { servers }: CaptchaConfig,
  captchaId: string,
): Promise<(listener: Listener) => void> {
  let listener: Listener | undefined;
  const element = document.createElement('div');
  const instance = await loadFrom(servers, async (server) => {
    // As its documentation wants: a new address each minute, so that no browser keeps an old
    // script.
    if (!init()) await loadScript(`${server}/load.min.js?t=${Math.floor(Date.now() / 60_000)}`);
    const begin = init();
    if (!begin) throw new Error(`${server} has no captcha`);
    document.body.append(element);
    return new Promise<Instance>((resolve, reject) => {
      const options: Options = {
        captchaId,
        element,
        mode: 'popup',
        lang: pageLang() === 'zh' ? 'zh-CN' : 'en',
        onVerify: (error, data) => {
          // wrong: its dialog says so and lets the person try again
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
