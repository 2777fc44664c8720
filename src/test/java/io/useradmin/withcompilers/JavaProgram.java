package io.useradmin.withcompilers;

import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.withcompilers.ApiDocument.Call;
import io.useradmin.withcompilers.ApiDocument.Parameter;
import io.useradmin.withcompilers.ApiDocument.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Java program that calls every operation with the generated client. */
final class JavaProgram {
    private static final Map<String, String> JSON_TYPES =
            Map.of("string", "String", "integer", "Integer", "boolean", "Boolean", "", "void");

    private final GeneratedClient client;

    JavaProgram(GeneratedClient client) {
        this.client = client;
    }

    String text(List<Call> calls) {
        return """
                import java.util.List;
                import java.util.Map;
                import org.openapitools.client.api.*;
                import org.openapitools.client.model.*;
                import org.openapitools.jackson.nullable.JsonNullable;

                class Program {
                    void everyOperation() throws Exception {
                %s
                    }

                    Object freeForm(PublicData read) {
                        new PublicDataPatch().publicData(Map.of("a", 1));
                        return read.getPublicData().get("a");
                    }

                    void removals() {
                        new ClaimsPatch().setNickname_JsonNullable(JsonNullable.of(null));
                        new UserPatchBody().setUsername_JsonNullable(JsonNullable.of(null));
                        new UserPatchBody().setPasswordUpdatedAt_JsonNullable(JsonNullable.of(null));
                        new UserPatchBody().setEmails_JsonNullable(JsonNullable.of(null));
                        new UsernamePatch().setId_JsonNullable(JsonNullable.of(null));
                    }
                }
                """.formatted(calls.stream().map(this::statement).collect(Collectors.joining("\n")));
    }

    private String statement(Call call) {
        return "        %snew %s().%s(%s);"
                .formatted(result(call), client.classOf(call.operation()), call.operation(), arguments(call));
    }

    private static String result(Call call) {
        return call.result().name().isEmpty() ? "" : type(call.result()) + " " + call.operation() + " = ";
    }

    private static String type(Type type) {
        String name = JSON_TYPES.getOrDefault(type.name(), type.name());
        return type.isList() ? "List<" + name + ">" : name;
    }

    /** In the generator's order: required arguments first. */
    private static String arguments(Call call) {
        return Stream.of(
                        call.parameters().stream().filter(Parameter::required).map(JavaProgram::value),
                        body(call, true),
                        call.parameters().stream()
                                .filter(parameter -> !parameter.required())
                                .map(JavaProgram::value),
                        body(call, false))
                .flatMap(each -> each)
                .collect(Collectors.joining(", "));
    }

    private static Stream<String> body(Call call, boolean required) {
        return call.body().stream()
                .filter(body -> body.required() == required)
                .map(body -> "new " + body.schema() + "()");
    }

    private static String value(Parameter parameter) {
        JsonNode example = parameter.example();
        if (example.isArray()) {
            return example.toString().replace("[", "List.of(").replace("]", ")");
        }
        return JSON_TYPES.containsKey(parameter.type().name())
                ? example.toString()
                : "%s.fromValue(%s)".formatted(parameter.type().name(), example);
    }
}
