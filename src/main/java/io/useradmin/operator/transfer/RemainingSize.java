package io.useradmin.operator.transfer;

/** The space that is left in a line. */
final class RemainingSize {
    private long left;

    RemainingSize(int size) {
        this.left = size;
    }

    boolean isLeft() {
        return left > 0;
    }

    void take(long size) {
        left -= size;
    }
}
