/** Tests of the images and their contents: the Java runtime, the service, and the AOT cache. */
package io.useradmin.image;
