const USED = ['clipboard-write=(self)', 'fullscreen=*', 'picture-in-picture=*'];

/** Unused features, so that no embedded page can request them in the forum's name. */
const UNUSED = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** The Permissions-Policy of every page; scripts/deploy/nginx.conf sends the same. */
export const PERMISSIONS_POLICY = [...USED, ...UNUSED.map((name) => `${name}=()`)].join(', ');
