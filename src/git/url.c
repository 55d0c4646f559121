#include "git/url.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"

/* What ends an address within a sentence. */
#define URL_ENDS " \t\r\n'\"<>"

/* The last '@' of the first `len` bytes, or NULL. */
static const char *last_at(const char *text, size_t len)
{
	while (len--)
		if (text[len] == '@')
			return text + len;
	return NULL;
}

/*
 * Where the host begins. A password with a '/' in it ends the authority too
 * early for its '@' to be in there; such an address has a ':' without port.
 */
static const char *find_host(const char *authority, size_t url_len)
{
	size_t len = strcspn(authority, "/?#" URL_ENDS);
	const char *at = last_at(authority, len);
	const char *colon = memchr(authority, ':', len);

	if (!at && colon && *authority != '[' &&
	    strspn(colon + 1, "0123456789") + 1 <
		    (size_t)(authority + len - colon))
		at = last_at(authority, url_len);
	return at ? at + 1 : authority;
}

/* From behind "://" to the address's end, which is returned. */
static const char *add_address(struct buf *out, const char *authority)
{
	size_t len = strcspn(authority, URL_ENDS);
	const char *host = find_host(authority, len);
	size_t shown = strcspn(host, "?#" URL_ENDS);

	if (host > authority && text_ends_with(out->ptr, "ssh://"))
		buf_addf(out, "%.*s@",
			 (int)strcspn(authority, ":@"), authority);
	buf_add(out, host, shown);
	return authority + len;
}

char *url_hide_secrets(const char *text)
{
	AUTO(buf) out = BUF_INIT;

	for (;;) {
		const char *scheme = strstr(text, "://");

		if (!scheme)
			break;
		buf_add(&out, text, scheme + 3 - text);
		text = add_address(&out, scheme + 3);
	}
	buf_addstr(&out, text);
	return buf_detach(&out);
}

bool url_is_address(const char *text)
{
	return strchr(text, ':') || *text == '/' || *text == '.' ||
	       *text == '~';
}
