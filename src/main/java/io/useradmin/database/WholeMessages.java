package io.useradmin.database;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Passes only whole messages of PostgreSQL to the driver. The driver's decoder (Vert.x 4.5, {@code PgDecoder}) keeps everything it
 * has decoded until its input ends where a message ends. The input of a large result hardly ever does. So the driver kept the
 * bytes of whole results, and copied them again and again.
 */
final class WholeMessages extends ByteToMessageDecoder {
    private static final int TYPE_BYTES = 1;
    /** The length of a message includes itself but not the type. */
    private static final int LENGTH_BYTES = 4;

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        int whole = wholeBytes(in);
        if (whole > 0) {
            out.add(in.readRetainedSlice(whole));
        }
    }

    private static int wholeBytes(ByteBuf in) {
        int whole = 0;
        while (in.readableBytes() - whole >= TYPE_BYTES + LENGTH_BYTES) {
            int length = in.getInt(in.readerIndex() + whole + TYPE_BYTES);
            if (length < LENGTH_BYTES) {
                // This is not PostgreSQL. The driver has to deal with it.
                return in.readableBytes();
            }
            if (length > in.readableBytes() - whole - TYPE_BYTES) {
                return whole;
            }
            whole += TYPE_BYTES + length;
        }
        return whole;
    }
}
