package io.useradmin.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A keep-alive connection for requests that client libraries refuse to send. It also shows when the server closes the
 * connection, which client libraries hide.
 */
final class HttpConnection implements AutoCloseable {
    /** After this time, no response will come. */
    private static final int TIMEOUT_MILLIS = 30_000;

    private static final int FIRST_FINAL_STATUS = 200;

    private final int port;
    private Optional<Socket> open = Optional.empty();
    private InputStream input = InputStream.nullInputStream();

    HttpConnection(int port) {
        this.port = port;
    }

    Answer exchange(Request request) throws IOException {
        boolean reused = open.isPresent();
        try {
            return exchangeOnce(request);
        } catch (SocketTimeoutException noAnswer) {
            close();
            throw noAnswer;
        } catch (IOException failure) {
            close();
            // A server may close an idle connection at any time, but not a new connection before its first response.
            if (reused) {
                return exchangeOnce(request);
            }
            throw failure;
        }
    }

    private Answer exchangeOnce(Request request) throws IOException {
        Socket socket = connected();
        try {
            socket.getOutputStream().write(request.bytes());
        } catch (IOException refusedWhileSending) {
            // The response may come before the whole body is sent.
        }
        Answer answer = read(request.method);
        if (answer.endsConnection() || request.mayEndConnection()) {
            close();
        }
        return answer;
    }

    private Socket connected() throws IOException {
        if (open.isEmpty()) {
            var socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            input = new BufferedInputStream(socket.getInputStream());
            open = Optional.of(socket);
        }
        return open.get();
    }

    private Answer read(String method) throws IOException {
        int status;
        List<Request.Header> headers;
        do {
            status = Integer.parseInt(line().split(" ")[1]);
            headers = headers();
        } while (status < FIRST_FINAL_STATUS);
        Answer head = new Answer(status, headers, new byte[0]);
        boolean bodyless = method.equals("HEAD") || status == 204 || status == 304;
        return bodyless ? head : new Answer(status, headers, body(head));
    }

    private List<Request.Header> headers() throws IOException {
        List<Request.Header> headers = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.add(new Request.Header(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        return headers;
    }

    private byte[] body(Answer head) throws IOException {
        if (head.header("Transfer-Encoding").isPresent()) {
            return chunks();
        }
        Optional<String> length = head.header("Content-Length");
        return length.isPresent() ? bytes(Integer.parseInt(length.get())) : input.readAllBytes();
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.writeBytes(bytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = input.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer ends in the middle of its body");
        }
        return bytes;
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("the connection was closed without an answer");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }

    @Override
    public void close() throws IOException {
        if (open.isPresent()) {
            open.get().close();
            open = Optional.empty();
        }
    }
}
