package io.useradmin.admission;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a list whose elements have data documents, so that a page can have several megabytes. The operation starts when there is
 * memory for the largest possible page. When the real size is known, the rest of the memory is released.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface LargePage {
    /** The number of data documents of one element. */
    int documents();
}
