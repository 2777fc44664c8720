package io.useradmin.operator.transfer;

/** The remaining space in a line. */
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
