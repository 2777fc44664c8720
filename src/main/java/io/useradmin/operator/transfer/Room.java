package io.useradmin.operator.transfer;

/** How much still goes into a line. */
final class Room {
    private long left;

    Room(int size) {
        this.left = size;
    }

    boolean isLeft() {
        return left > 0;
    }

    void take(long size) {
        left -= size;
    }
}
