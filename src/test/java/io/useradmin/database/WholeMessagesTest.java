package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver gets the same bytes, however they are split into pieces, but only whole messages. */
class WholeMessagesTest {
    private static final int LARGE = 100_000;

    private final EmbeddedChannel channel = new EmbeddedChannel(new WholeMessages());

    @AfterEach
    void release() {
        channel.finishAndReleaseAll();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 5, 6, 7, 13, 1_000, 65_536, 1_000_000})
    void passesWholeMessages(int piece) {
        ByteBuf messages = messages(0, 7, 1, LARGE, 0, 300);

        List<ByteBuf> passed = sendInPieces(messages, piece);

        assertThat(passed).allSatisfy(WholeMessagesTest::assertIsWhole);
        assertThat(Unpooled.wrappedBuffer(passed.toArray(ByteBuf[]::new))).isEqualTo(messages);
    }

    @Test
    void passesMessagesThatArriveTogetherAsOne() {
        ByteBuf messages = messages(3, 0, 12);

        assertThat(sendInPieces(messages, messages.readableBytes())).containsExactly(messages);
    }

    @Test
    void keepsAnIncompleteMessage() {
        ByteBuf messages = messages(3, 12);

        channel.writeInbound(messages.retainedSlice(0, messages.readableBytes() - 1));

        assertThat(channel.<ByteBuf>readInbound()).isEqualTo(messages(3));
        assertThat(channel.<ByteBuf>readInbound()).isNull();
    }

    /** Otherwise it would search for the end of the message forever. */
    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -5, -1, 0, 3})
    void passesEverythingIfALengthIsImpossible(int length) {
        ByteBuf garbage =
                Unpooled.buffer().writeByte('D').writeInt(length).writeInt(0).writeByte(1);

        channel.writeInbound(garbage.retainedDuplicate());

        assertThat(channel.<ByteBuf>readInbound()).isEqualTo(garbage);
    }

    private List<ByteBuf> sendInPieces(ByteBuf messages, int piece) {
        List<ByteBuf> passed = new ArrayList<>();
        for (int sent = 0; sent < messages.readableBytes(); sent += piece) {
            channel.writeInbound(messages.retainedSlice(sent, Math.min(piece, messages.readableBytes() - sent)));
            for (ByteBuf next = channel.readInbound(); next != null; next = channel.readInbound()) {
                passed.add(next);
            }
        }
        return passed;
    }

    private static void assertIsWhole(ByteBuf passed) {
        ByteBuf rest = passed.duplicate();
        while (rest.isReadable()) {
            rest.skipBytes(1);
            rest.skipBytes(rest.getInt(rest.readerIndex()));
        }
    }

    /** Messages with bodies of so many bytes. */
    private static ByteBuf messages(int... sizes) {
        ByteBuf messages = Unpooled.buffer();
        for (int size : sizes) {
            messages.writeByte('D').writeInt(4 + size);
            for (int index = 0; index < size; index++) {
                messages.writeByte(index * 31 + size);
            }
        }
        return messages;
    }
}
