import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Programs that stand before the system's in PATH while an operator's commands are tried: those
 * that would change this machine only note how they were called, others do the same within a
 * folder. They read FOLDER (what stands for /), CODE (for /opt/forum) and PORT.
 */

const NOTED = ['useradd', 'usermod', 'apt-get', 'journalctl', 'git', 'npm'];

/** Runs what a unit runs, with its settings, until it is told to end. */
const SYSTEMCTL = `
units="$FOLDER/etc/systemd/system"
begin() {
  file="$units/forum-all.service"
  command="$(sed -n "s#^ExecStart=##p" "$file" | sed "s#/opt/forum#$CODE#g")"
  # emptied here: what is started empties it later than the first look for its words
  : > "$FOLDER/log"
  env $(grep '^[A-Z]' "$FOLDER/etc/forum/forum.env") $command > "$FOLDER/log" 2>&1 &
  echo $! > "$FOLDER/pid"
  until grep -q "Stop with Ctrl-C" "$FOLDER/log"; do
    kill -0 "$(cat "$FOLDER/pid")" || { cat "$FOLDER/log" >&2; exit 1; }
    sleep 0.1
  done
}
end() {
  kill "$(cat "$FOLDER/pid")"
  while kill -0 "$(cat "$FOLDER/pid")" 2> /dev/null; do sleep 0.1; done
  rm "$FOLDER/pid"
}
action="$1"; shift
for name in "$@"; do
  case "$name" in
    --now) ;;
    forum-all|forum-all.service) [ "$action" = stop ] && end || begin ;;
    forum-*) [ -f "$units/$name" ] || { echo "Unit $name not found" >&2; exit 5; } ;;
  esac
done
`;

const SHIMS: Record<string, string> = {
  systemctl: SYSTEMCTL,
  // As whoever runs the test. The first start is ended when it has said all; the doctor may find
  // something.
  sudo: `
shift 2
case "$*" in
  *scripts/start.ts*)
    "$@" > "$FOLDER/first" 2>&1 &
    until grep -q "Stop with Ctrl-C" "$FOLDER/first"; do
      kill -0 $! || { cat "$FOLDER/first" >&2; exit 1; }
      sleep 0.1
    done
    kill -TERM $!
    wait $! ;;
  *scripts/doctor.ts*) "$@" || [ $? = 1 ] ;;
  *) "$@" ;;
esac
`,
  // What an operator would change.
  editor: `
sed -i "s#/var/lib/forum#$FOLDER/var/lib/forum#; s#^PORT=.*#PORT=$PORT#" "$1"
echo LOG_LEVEL=warn >> "$1"
`,
  // There is no user and no group of that name.
  install: `
last=
for one in "$@"; do
  shift
  case "$last$one" in -o|-g) last="$one" ;; -oforum|-gforum) last= ;; *) set -- "$@" "$one" ;; esac
done
exec /usr/bin/install "$@"
`,
  // What Debian's nginx.conf is around it.
  nginx: `
{ echo "pid $FOLDER/nginx.pid; error_log stderr; events {} http { access_log off;"
  echo "include $FOLDER/etc/nginx/conf.d/*.conf; }"; } > "$FOLDER/nginx.conf"
exec "$NGINX" -p "$FOLDER" -c "$FOLDER/nginx.conf" "$@"
`,
  envsubst: `exec perl -pe 's/\\$\\{([A-Z_]+)\\}/exists $ENV{$1} ? $ENV{$1} : $&/ge'`,
};

/** Writes them into a folder of its own, and returns that. */
export function writeOperatorShims(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const all = { ...Object.fromEntries(NOTED.map((name) => [name, ''])), ...SHIMS };
  for (const [name, body] of Object.entries(all))
    writeFileSync(join(bin, name), `#!/bin/bash\necho "${name} $*" >> "$FOLDER/called"\n${body}`, {
      mode: 0o755,
    });
  return bin;
}
