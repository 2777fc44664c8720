package io.useradmin.database;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.impl.command.CommandResponse;
import org.jspecify.annotations.Nullable;

/**
 * Makes each error of PostgreSQL fail only the current statement. The driver (Vert.x 4.5, {@code PgDecoder}) treats the states
 * 57P01, 57P05 and 25P03 as the end of the connection, because PostgreSQL closes it after them. But a Citus coordinator also
 * relays such errors of other nodes, and then its connection stays open. Without this handler, a failed commit would look
 * successful, a read would wait forever, and all later statements on the connection would fail.
 */
final class RelayedErrors extends ChannelInboundHandlerAdapter {
    private static final String CANCELLED = "57014";
    private static final String RESOLUTION_UNKNOWN = "08007";

    private final Citus citus;
    private @Nullable PgException error;

    RelayedErrors(Citus citus) {
        this.citus = citus;
    }

    /** If PostgreSQL really closes the connection after the error, all its statements fail because of that. */
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
        } else if (message instanceof CommandResponse<?> response && citus.isConfirmed()) {
            context.fireChannelRead(unresolvedIfCancelled(response));
        } else {
            context.fireChannelRead(message);
        }
    }

    private static CommandResponse<?> unresolvedIfCancelled(CommandResponse<?> response) {
        return response.toAsyncResult().cause() instanceof PgException refusal
                        && CANCELLED.equals(refusal.getSqlState())
                ? failed(
                        response,
                        new PgException(
                                refusal.getErrorMessage(),
                                refusal.getSeverity(),
                                RESOLUTION_UNKNOWN,
                                refusal.getDetail()))
                : response;
    }

    private static <R> CommandResponse<R> failed(CommandResponse<R> response, PgException error) {
        CommandResponse<R> failed = CommandResponse.failure(error);
        failed.cmd = response.cmd;
        return failed;
    }
}
