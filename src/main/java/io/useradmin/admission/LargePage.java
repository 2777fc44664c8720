package io.useradmin.admission;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A list whose elements carry data documents: a page of it may be several megabytes. It begins only when there is memory for the
 * largest page that it can be; what the page does not need is given back as soon as it is known.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface LargePage {
    /** How many data documents an element carries. */
    int documents();
}
