# Varnish in front of nginx (or of the forum itself), for CDN=varnish: it caches pages for a day, until the forum purges
# them. Debian's packages varnish and varnish-modules are sufficient.
#
# 1. Fill in the placeholders: the address of nginx or of the forum.
#
#      export BACKEND_HOST=127.0.0.1 BACKEND_PORT=8080
#      envsubst '$BACKEND_HOST $BACKEND_PORT' < scripts/deploy/varnish.vcl > /etc/varnish/default.vcl
#
# 2. Let Varnish listen twice (`systemctl edit varnish` changes its command): for readers, and for purges, at an address
#    that no reader and no other proxy can reach:
#
#      varnishd -a :6081 -a purge=127.0.0.1:6082 -f /etc/varnish/default.vcl ...
#
#    Only the listener's name "purge" permits purges. The client address can't: a local TLS proxy's is always 127.0.0.1.
# 3. Run the forum with CDN=varnish, CDN_URL=http://127.0.0.1:6082 (the purge listener as the forum reaches it) and
#    TRUST_PROXY one greater, and fill in scripts/deploy/nginx.conf with CDN=varnish.
# 4. If the forum runs on another machine, add its address to the list below.
vcl 4.1;

import std;
import xkey;

backend default {
  .host = "${BACKEND_HOST}";
  .port = "${BACKEND_PORT}";
  .connect_timeout = 3s;
  .first_byte_timeout = 60s;
}

acl may_purge {
  "localhost";
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # A local proxy forwards requests of anybody: only the purge listener permits purges.
    if (local.socket != "purge" || client.ip !~ may_purge) {
      return (synth(403, "Forbidden"));
    }
    if (!req.http.xkey-purge) {
      return (synth(400, "No keys"));
    }
    set req.http.xkey-purged = xkey.purge(req.http.xkey-purge);
    return (synth(200, "Purged"));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Event streams are piped without buffering.
  if (req.url ~ "^/api/v1/user/events") {
    return (pipe);
  }
  # Pages with a language in their address, and files, are equal for all readers. Cookies reach the forum, which answers
  # privileged readers with private responses.
  if (req.url ~ "^/(?:phone/)?(?:zh|en)(?:[/?]|$)" && req.url !~ "[?&]lang=") {
    return (hash);
  }
  if (req.url ~ "^/(?:assets|uploads)/" || req.url ~ "^/(?:sitemap|robots|favicon|phone-sw|push-sw|outbox-sw)[\w-]*\.") {
    return (hash);
  }
  return (pass);
}

sub vcl_backend_response {
  # Private answers and those that set cookies aren't cached; requests for them run in parallel.
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(?i)no-cache|no-store|private") {
    set beresp.uncacheable = true;
    set beresp.ttl = 120s;
    return (deliver);
  }
  # Never serves stale content: it may have been withheld.
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  # A page that just changed has no gzip form yet, and may be cached for a day.
  if (beresp.http.Content-Type ~ "(?i)^text/|xml|json|javascript") {
    set beresp.do_gzip = true;
  }
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.xkey;
}

sub vcl_synth {
  if (req.http.xkey-purged) {
    set resp.http.xkey-purged = req.http.xkey-purged;
  }
}
