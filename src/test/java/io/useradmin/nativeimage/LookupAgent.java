package io.useradmin.nativeimage;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A Java agent that reports calls of the JDK's look-up methods to {@link LookupRecorder}. It instruments these methods, not
 * their callers, because the callers are not known in advance.
 */
public final class LookupAgent implements ClassFileTransformer {
    private static final Map<Class<?>, Pattern> METHODS = Map.of(
            Class.class,
            Pattern.compile("forName|newInstance|getRecordComponents|getResource.*"
                    + "|get(Declared)?(Constructor|Method|Field)s?"),
            ClassLoader.class,
            Pattern.compile("loadClass|getResource.*|resources"),
            MethodHandles.Lookup.class,
            Pattern.compile("find.*"),
            Proxy.class,
            Pattern.compile("newProxyInstance"));

    private static final int ARGUMENTS = 3;
    private static final MethodTypeDesc RECORD = MethodTypeDesc.of(
            ConstantDescs.CD_void,
            ConstantDescs.CD_String,
            ConstantDescs.CD_Object,
            ConstantDescs.CD_Object,
            ConstantDescs.CD_Object);

    /** The JVM calls this before the program's main method. The argument is the output file. */
    public static void premain(String file, Instrumentation instrumentation) throws Exception {
        LookupRecorder.writeTo(Path.of(file));
        var agent = new LookupAgent();
        instrumentation.addTransformer(agent, true);
        instrumentation.retransformClasses(METHODS.keySet().toArray(Class<?>[]::new));
        instrumentation.removeTransformer(agent);
    }

    /** Creates the agent's jar. It must be on the boot class path, because JDK classes call the recorder. */
    static Path jar(Path folder) throws IOException {
        Path jar = folder.resolve("lookup-agent.jar");
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", LookupAgent.class.getName());
        manifest.getMainAttributes()
                .putValue("Boot-Class-Path", jar.getFileName().toString());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        try (var made = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Class<?> part : List.of(LookupAgent.class, Hook.class, LookupRecorder.class)) {
                String name = part.getName().replace('.', '/') + ".class";
                made.putNextEntry(new JarEntry(name));
                try (InputStream bytes = part.getClassLoader().getResourceAsStream(name)) {
                    bytes.transferTo(made);
                }
            }
        }
        return jar;
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
        Pattern names = METHODS.get(type);
        return ClassFile.of().transformClass(ClassFile.of().parse(bytes), (builder, element) -> {
            if (element instanceof MethodModel method
                    && method.flags().has(AccessFlag.PUBLIC)
                    && names.matcher(method.methodName().stringValue()).matches()) {
                builder.transformMethod(method, MethodTransform.transformingCode(new Hook(method)));
            } else {
                builder.with(element);
            }
        });
    }

    /** Inserts a call of {@link LookupRecorder#record} with the method's first arguments. */
    private record Hook(MethodModel method) implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            int[] slots = IntStream.concat(
                            method.flags().has(AccessFlag.STATIC)
                                    ? IntStream.empty()
                                    : IntStream.of(code.receiverSlot()),
                            IntStream.range(0, method.methodTypeSymbol().parameterCount())
                                    .filter(at -> TypeKind.from(
                                                    method.methodTypeSymbol().parameterType(at))
                                            == TypeKind.REFERENCE)
                                    .map(code::parameterSlot))
                    .limit(ARGUMENTS)
                    .toArray();
            code.ldc(method.methodName().stringValue());
            Arrays.stream(slots).forEach(code::aload);
            IntStream.range(slots.length, ARGUMENTS).forEach(_ -> code.aconst_null());
            code.invokestatic(ClassDesc.of(LookupRecorder.class.getName()), "record", RECORD);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }
}
