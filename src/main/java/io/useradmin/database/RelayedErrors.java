package io.useradmin.database;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.impl.command.CommandResponse;
import org.jspecify.annotations.Nullable;

/**
 * Makes each error of PostgreSQL the response to the statement under way. The driver (Vert.x 4.5, {@code PgDecoder}) takes those with the states
 * 57P01, 57P05 and 25P03 for the end of the connection instead, because PostgreSQL closes it after them. A coordinator of Citus passes on such an
 * error of another node, and its connection lasts: a commit that failed would look like one that succeeded, a read would wait forever, and
 * everything behind them on the connection would fail.
 */
final class RelayedErrors extends ChannelInboundHandlerAdapter {
    private @Nullable PgException error;

    /** If PostgreSQL closes the connection after it, everything under way fails with that. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof PgException relayed) {
            error = relayed;
        } else {
            context.fireExceptionCaught(cause);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        PgException relayed = error;
        if (relayed != null && message instanceof CommandResponse<?> response) {
            error = null;
            context.fireChannelRead(failed(response, relayed));
        } else {
            context.fireChannelRead(message);
        }
    }

    private static <R> CommandResponse<R> failed(CommandResponse<R> response, PgException error) {
        CommandResponse<R> failed = CommandResponse.failure(error);
        failed.cmd = response.cmd;
        return failed;
    }
}
