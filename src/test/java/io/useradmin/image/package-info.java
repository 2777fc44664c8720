/** The images and what goes into them: a runtime of its own, the service, and the cache of its start. */
package io.useradmin.image;
