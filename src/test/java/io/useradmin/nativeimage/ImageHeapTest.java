package io.useradmin.nativeimage;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaStaticInitializer;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import java.util.Random;

/**
 * The native build evaluates static fields. GraalVM refuses random generators in them, and Netty's buffers, because their
 * classes read the memory size of the build machine.
 */
@AnalyzeClasses(packages = "io.useradmin", importOptions = DoNotIncludeTests.class)
class ImageHeapTest {
    private static final DescribedPredicate<JavaClass> RANDOM = assignableTo(Random.class);

    @ArchTest
    static final ArchRule staticFieldsHaveNoRandomState = noClasses()
            .should()
            .callConstructorWhere(DescribedPredicate.describe(
                    "a static initializer creates random state", ImageHeapTest::createsRandomState));

    @ArchTest
    static final ArchRule staticFieldsHaveNoBuffers = noFields()
            .that()
            .areStatic()
            .should()
            .haveRawType(assignableTo(Buffer.class).or(assignableTo(ByteBuf.class)));

    /** Whether a static field is initialized with a random generator, or with an object that takes one. */
    private static boolean createsRandomState(JavaConstructorCall call) {
        return call.getOrigin() instanceof JavaStaticInitializer
                && (RANDOM.test(call.getTargetOwner())
                        || call.getTarget().getRawParameterTypes().stream().anyMatch(RANDOM));
    }
}
