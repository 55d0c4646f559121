/*
 * url - addresses of repositories, as far as we look into them.
 */
#ifndef GIT_URL_H
#define GIT_URL_H

#include <stdbool.h>

/*
 * A copy of `text` in which no address shows a user's name, password, token
 * or query; the user of ssh:// stays, for it is no secret. Owned.
 */
char *url_hide_secrets(const char *text);
/* Does it have the form of an address or path, not of a remote's name? */
bool url_is_address(const char *text);

#endif
