package io.useradmin.operator;

import picocli.CommandLine.Command;

/** Serves the API. It is the default without a command. */
@Command(name = Operator.SERVE, description = "Serves the HTTP API until it is stopped (the default).")
class ServeCommand implements Runnable {
    private final Runnable server;

    ServeCommand(Runnable server) {
        this.server = server;
    }

    @Override
    public void run() {
        server.run();
    }
}
