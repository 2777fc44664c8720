package io.useradmin.admission;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A list whose elements have data documents, so that a page may have several megabytes. The operation starts when there is memory
 * for the largest possible page. Memory that the page does not need is released as soon as its size is known.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface LargePage {
    /** The number of data documents of an element. */
    int documents();
}
