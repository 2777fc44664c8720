import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The samples of async-profiler, as collapsed stacks.
 *
 * @param requests the number of requests served meanwhile
 */
record Profile(List<Sample> samples, long requests) {
    /**
     * A stack and its cost.
     *
     * @param frames from the thread's first frame to the running one
     * @param amount nanoseconds or bytes
     */
    record Sample(List<String> frames, long amount) {
        static Sample parse(String line) {
            int blank = line.lastIndexOf(' ');
            return new Sample(
                    List.of(line.substring(0, blank).split(";")), Long.parseLong(line.substring(blank + 1)));
        }
    }

    static Profile read(Path file, long requests) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            samples.add(Sample.parse(line));
        }
        return new Profile(samples, requests);
    }

    long total() {
        return samples.stream().mapToLong(Sample::amount).sum();
    }

    /** The part's cost per request. */
    double perRequest(Part part) {
        return (double) samples.stream()
                        .filter(sample -> Part.of(sample.frames()) == part)
                        .mapToLong(Sample::amount)
                        .sum()
                / requests;
    }

    double perRequest() {
        return (double) total() / requests;
    }
}
