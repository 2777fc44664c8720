package io.useradmin.console;

import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Response;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's files as the packaged service serves them. */
class ConsoleFilesIT {
    private static final int MAX_TOTAL_BYTES = 200_000;

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @Test
    void leadsToThePage() {
        for (String path : List.of("/", "/console")) {
            given().get(path).then().statusCode(302).header("Location", "/console/");
        }
    }

    @Test
    void servesAPageThatRunsItsOwnScriptsOnly() {
        Response page = given().get("/console/");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.contentType()).isEqualTo("text/html; charset=utf-8");
        assertThat(page.header("Content-Security-Policy"))
                .isEqualTo(
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                                + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                                + " require-trusted-types-for 'script'; trusted-types lit-html");
        assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(page.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
        assertThat(page.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(page.asString()).contains("<ua-app>").doesNotContain("{#bundle");
    }

    @Test
    void servesFilesWithHashedNamesForEver() {
        assertThat(assets()).isNotEmpty().allSatisfy(path -> {
            assertThat(path).matches("/console/assets/[\\w-]+-[A-Z0-9]{8}\\.(?:js|css)");
            Response file = given().get(path);
            assertThat(file.statusCode()).isEqualTo(200);
            assertThat(file.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
            assertThat(file.contentType()).startsWith(path.endsWith(".js") ? "text/javascript" : "text/css");
        });
    }

    @Test
    void compressesForClientsThatAcceptIt() {
        String path = assets().getFirst();

        Response compressed =
                given().header("Accept-Encoding", "br;q=1, gzip;q=0.5").get(path);
        Response plain = given().header("Accept-Encoding", "gzip;q=0").get(path);

        assertThat(compressed.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(plain.header("Content-Encoding")).isNull();
        assertThat(compressed.asByteArray().length)
                .isLessThan(plain.asByteArray().length / 2)
                .isEqualTo(Integer.parseInt(compressed.header("Content-Length")));
        assertThat(compressed.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(compressed.header("ETag")).isNotEqualTo(plain.header("ETag"));
        given().header("If-None-Match", plain.header("ETag"))
                .header("Accept-Encoding", "gzip")
                .get(path)
                .then()
                .statusCode(200);
    }

    @Test
    void sendsNothingTwice() {
        String etag = given().get("/console/").header("ETag");

        given().header("If-None-Match", etag).get("/console/").then().statusCode(304);
        given().header("If-None-Match", "\"other\"").get("/console/").then().statusCode(200);
        // A proxy that compresses makes the tag weak.
        for (String known : List.of("W/" + etag, "\"other\", W/" + etag, "*")) {
            given().header("If-None-Match", known).get("/console/").then().statusCode(304);
        }
        Response head = given().head("/console/");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.header("ETag")).isEqualTo(etag);
    }

    @Test
    void hasNothingElse() throws Exception {
        for (String path : List.of(
                "/console/nothing",
                "/console/assets/nothing.js",
                "/console/assets/",
                "/index.html",
                "/web/app/index.js",
                "/app/index.js")) {
            given().get(path).then().statusCode(404);
        }
        given().get("/console/assets/..%2f..%2fapplication.properties").then().statusCode(400);
        assertThat(RawHttp.exchange("GET /console/../application.properties HTTP/1.1\r\nHost: localhost\r\n"
                        + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(given().get("/console/assets/nothing.js").header("Cache-Control"))
                .isEqualTo("no-store");
    }

    @Test
    void refusesOtherMethodsWithAProblem() {
        for (String path : List.of("/", "/console", "/console/")) {
            given().post(path)
                    .then()
                    .statusCode(405)
                    .header("Allow", "GET, HEAD")
                    .body("type", equalTo("urn:useradmin:problem:method-not-allowed"))
                    .body("instance", equalTo(path));
        }
        given().get("/index.html").then().statusCode(404).body("type", equalTo("urn:useradmin:problem:unknown-path"));
    }

    /** The page and all files, not only those of the first view. */
    @Test
    void isSmall() throws Exception {
        int total = sizeOf("/console/");
        for (String file : packagedFiles()) {
            total += sizeOf(file);
        }
        assertThat(total).isLessThanOrEqualTo(MAX_TOTAL_BYTES);
    }

    private static int sizeOf(String path) {
        Response file = given().header("Accept-Encoding", "gzip").get(path);
        assertThat(file.statusCode()).as(path).isEqualTo(200);
        return file.asByteArray().length;
    }

    private static List<String> packagedFiles() throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(packagedJar());
                Stream<Path> all = Files.walk(files.getPath("META-INF", "resources", "console"))) {
            return all.filter(Files::isRegularFile)
                    .map(file -> "/console/" + file.subpath(3, file.getNameCount()))
                    .toList();
        }
    }

    /** The jar of the native build, if there is no package for the JVM. */
    private static Path packagedJar() throws IOException {
        Path jar = Path.of("target", "quarkus-app", "quarkus", "generated-bytecode.jar");
        if (Files.exists(jar)) {
            return jar;
        }
        try (Stream<Path> made = Files.find(
                Path.of("target"),
                2,
                (file, _) -> file.toString().endsWith("-runner.jar")
                        && file.getParent().toString().endsWith("-native-image-source-jar"))) {
            return made.findAny().orElseThrow();
        }
    }

    private static List<String> assets() {
        return Pattern.compile("(?:src|href)=\"(/console/assets/[^\"]+)\"")
                .matcher(given().get("/console/").asString())
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
