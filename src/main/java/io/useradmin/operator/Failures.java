package io.useradmin.operator;

import io.useradmin.shared.Causes;
import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.api.FlywayException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Converts exceptions to one line and an exit code. Only bugs of the program print a stack trace. */
class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(describe(wrong) + " (see '" + name + " --help')");
        return ExitCode.WRONG_USE;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
        command.getErr().println(line(failure));
        return failure instanceof Failure known ? known.exitCode() : ExitCode.FAILED;
    }

    private static String line(Exception failure) throws Exception {
        return switch (failure) {
            case InvalidSettings several -> String.valueOf(several.getMessage());
            case Failure known -> message(known);
            case SQLException refused -> DatabaseErrors.describe(refused);
            case FlywayException stopped -> describe(stopped);
            default -> throw failure;
        };
    }

    private static String describe(FlywayException stopped) {
        return Causes.of(stopped)
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .map(DatabaseErrors::describe)
                .findFirst()
                .orElseGet(() -> "The migration stopped: " + message(stopped));
    }

    private static String describe(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            return message(wrong);
        }
        List<String> suggestions = unmatched.getSuggestions();
        return "Unknown %s: '%s'%s"
                .formatted(
                        unmatched.isUnknownOption() ? "option" : "command or argument",
                        unmatched.getUnmatched().getFirst(),
                        suggestions.isEmpty() ? "" : "; did you mean " + String.join(" or ", suggestions) + "?");
    }

    private static String message(Exception failure) {
        String message = failure.getMessage();
        return message == null
                ? failure.getClass().getSimpleName()
                : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
