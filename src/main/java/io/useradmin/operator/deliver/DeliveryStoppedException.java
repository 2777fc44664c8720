package io.useradmin.operator.deliver;

/** The delivery cannot continue. The message has the reason. */
public final class DeliveryStoppedException extends Exception {
    private static final long serialVersionUID = 1;

    DeliveryStoppedException(String message) {
        super(message, null, false, false);
    }
}
