import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Replacements in PATH for programs that an operator's commands run. Those that would change this
 * machine only record their calls; the others work within a folder. They read FOLDER (replaces /),
 * CODE (the code of each release) and PORT.
 */

const NOTED = ['useradd', 'usermod', 'apt-get', 'journalctl', 'npm'];

/** Runs a unit's commands with its settings until it gets a signal. */
const SYSTEMCTL = `
units="$FOLDER/etc/systemd/system"
begin() {
  file="$units/forum-all.service"
  command="$(sed -n "s#^ExecStart=##p" "$file" | sed "s#/opt/forum#$FOLDER/opt/forum#g")"
  cd "$FOLDER/opt/forum"
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
    forum-all|forum-all.service)
      case "$action" in stop|restart) end ;; esac
      [ "$action" = stop ] || begin ;;
    forum-*) [ -f "$units/$name" ] || { echo "Unit $name not found" >&2; exit 5; } ;;
  esac
done
`;

const SHIMS: Record<string, string> = {
  // A clone is a link to the code.
  git: `
case "$*" in
  clone*) ln -s "$CODE" "\${@: -1}" ;;
  *get-url*) echo https://git.example/forum ;;
esac
`,
  systemctl: SYSTEMCTL,
  // Runs as the test's user. Ends the first start after its last output; accepts findings of the
  // doctor.
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
  // Changes the settings that an operator would edit.
  editor: `
sed -i "s#/var/lib/forum#$FOLDER/var/lib/forum#; s#^PORT=.*#PORT=$PORT#" "$1"
echo LOG_LEVEL=warn >> "$1"
`,
  // That user and group don't exist here.
  install: `
last=
for one in "$@"; do
  shift
  case "$last$one" in -o|-g) last="$one" ;; -oforum|-gforum) last= ;; *) set -- "$@" "$one" ;; esac
done
exec /usr/bin/install "$@"
`,
  // Mimics Debian's nginx.conf.
  nginx: `
{ echo "pid $FOLDER/nginx.pid; error_log stderr; events {} http { access_log off;"
  echo "include $FOLDER/etc/nginx/conf.d/*.conf; }"; } > "$FOLDER/nginx.conf"
exec "$NGINX" -p "$FOLDER" -c "$FOLDER/nginx.conf" "$@"
`,
};

/** Writes the replacements into a new folder and returns its path. */
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
