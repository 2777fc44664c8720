package io.useradmin.nativeimage;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The place in the program's code that calls a look-up method. */
final class CallSite {
    /** The maximum number of instructions that prepare a call's arguments. */
    private static final int ARGUMENTS = 24;

    private final Lookup lookup;
    /** The method's instructions up to the call. */
    private final List<Instruction> instructions;

    CallSite(JarFolder jars, Lookup lookup) {
        this.lookup = lookup;
        this.instructions = instructions(jars, lookup);
    }

    /**
     * Whether GraalVM knows the target of the look-up from the code: either the call has constant arguments, or there is no
     * call, because the JVM loads a class that the code uses.
     */
    boolean isKnownToGraalVm() {
        return !instructions.isEmpty() && (!isCall() || hasConstantArguments());
    }

    private boolean isCall() {
        return instructions.getLast() instanceof InvokeInstruction call
                && call.name().equalsString(lookup.method());
    }

    private boolean hasConstantArguments() {
        Set<Object> constants = new HashSet<>();
        for (Instruction instruction :
                instructions.subList(Math.max(0, instructions.size() - ARGUMENTS), instructions.size())) {
            if (instruction instanceof ConstantInstruction constant) {
                constants.add(
                        constant.constantValue() instanceof ClassDesc type
                                ? Substitutions.className(type)
                                : constant.constantValue());
            }
        }
        return lookup.isOfClass()
                ? constants.contains(lookup.target())
                : constants.contains(lookup.type()) && (lookup.name().isEmpty() || constants.contains(lookup.name()));
    }

    private static List<Instruction> instructions(JarFolder jars, Lookup lookup) {
        String caller = JarFolder.entry(lookup.callersClass());
        List<Instruction> found = new ArrayList<>();
        if (!jars.has(caller)) {
            return found;
        }
        MethodModel method = jars.parse(caller).methods().stream()
                .filter(each -> lookup.isCalledBy(
                        each.methodName().stringValue(), each.methodType().stringValue()))
                .findFirst()
                .orElseThrow();
        int index = 0;
        for (CodeElement element : method.code().orElseThrow()) {
            if (element instanceof Instruction instruction && index <= lookup.index()) {
                found.add(instruction);
                index += instruction.sizeInBytes();
            }
        }
        return found;
    }
}
