# Varnish in front of nginx (or of the forum itself), as CDN=varnish wants it: pages stay for a day, and go in the moment
# in which the forum has them forgotten. Debian's packages varnish and varnish-modules suffice.
#
# 1. Fill in the place: the address of nginx, or of the forum.
#
#      export BACKEND_HOST=127.0.0.1 BACKEND_PORT=8080
#      envsubst '$BACKEND_HOST $BACKEND_PORT' < scripts/deploy/varnish.vcl > /etc/varnish/default.vcl
#
# 2. Let Varnish listen twice (`systemctl edit varnish` changes its command): for readers, and at an address of its own for
#    purges, which no reader and no other proxy may reach:
#
#      varnishd -a :6081 -a purge=127.0.0.1:6082 -f /etc/varnish/default.vcl ...
#
#    The name "purge" is what counts. Who asks can't tell: a TLS end on this machine asks for everybody from 127.0.0.1.
# 3. Run the forum with CDN=varnish, CDN_URL=http://127.0.0.1:6082 (where Varnish takes purges, as the forum reaches it) and
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
    # Another proxy on this machine speaks for whoever asked it: its own listener says who purges.
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
  # Events stay open: they are handed through as they come.
  if (req.url ~ "^/api/v1/user/events") {
    return (pipe);
  }
  # Pages with a language in their address, and files: the same for all readers. Cookies go on to the forum, which answers
  # those with rights of their own in private.
  if (req.url ~ "^/(?:phone/)?(?:zh|en)(?:[/?]|$)" && req.url !~ "[?&]lang=") {
    return (hash);
  }
  if (req.url ~ "^/(?:assets|uploads)/" || req.url ~ "^/(?:sitemap|robots|favicon|phone-sw|push-sw|outbox-sw)[\w-]*\.") {
    return (hash);
  }
  return (pass);
}

sub vcl_backend_response {
  # What is private, or sets a cookie, is asked for each time, by all readers at once.
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(?i)no-cache|no-store|private") {
    set beresp.uncacheable = true;
    set beresp.ttl = 120s;
    return (deliver);
  }
  # Nothing is shown after its time: it may have been withheld.
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  # A page that has just changed has no gzip form yet, and may be cached for a day.
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
