package io.useradmin.withcompilers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.withcompilers.ApiDocument.Call;
import io.useradmin.withcompilers.ApiDocument.Type;
import java.util.List;
import java.util.stream.Collectors;

/** A TypeScript program that calls every operation with the generated client. */
final class TypeScriptProgram {
    private final GeneratedClient client;

    TypeScriptProgram(GeneratedClient client) {
        this.client = client;
    }

    String text(List<Call> calls) {
        return """
                import * as client from './index';

                export async function everyOperation(): Promise<void> {
                %s
                }

                export function freeForm(read: client.PublicData): number {
                  const patch: client.PublicDataPatch = { public_data: { a: 1 } };
                  const written: number = patch.public_data['a'];
                  return written + read.public_data['a'];
                }

                export const claims: client.ClaimsPatchBody = { claims: { nickname: null } };
                export const user: client.UserPatchBody =
                  { claims: null, username: { id: null, idps: null }, password_updated_at: null, emails: null };
                export const phone: client.PhoneAdditionBody = { phone_number: '+358401234567' };
                """.formatted(calls.stream().map(this::statement).collect(Collectors.joining("\n")));
    }

    private String statement(Call call) {
        return "  const %s: %s = await new client.%s().%s(%s);"
                .formatted(
                        call.operation(),
                        type(call.result()),
                        client.classOf(call.operation()),
                        call.operation(),
                        arguments(call));
    }

    private static String type(Type type) {
        String name = type.name().isEmpty() ? "void" : "client." + type.name();
        return type.isList() ? "Array<" + name + ">" : name;
    }

    private static ObjectNode arguments(Call call) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        call.parameters().forEach(parameter -> arguments.set(parameter.name().replace('-', '_'), parameter.example()));
        call.body().ifPresent(body -> arguments.set(body.schema(), body.example()));
        return arguments;
    }
}
