package io.useradmin.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.caoccao.javet.interop.V8Host;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.OnlyIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.useradmin.testsupport.NeedsV8;
import io.useradmin.testsupport.OnlyIncludeUsersOf;
import io.useradmin.withcompilers.TypeScriptCompiler;

/** Tests that need a platform say so. All others must run on every platform. */
@AnalyzeClasses(
        packages = ArchitectureTest.ROOT,
        importOptions = {OnlyIncludeTests.class, TestPlatformsTest.OnlyIncludeUsersOfV8.class})
class TestPlatformsTest {
    static final class OnlyIncludeUsersOfV8 extends OnlyIncludeUsersOf {
        OnlyIncludeUsersOfV8() {
            super(V8Host.class, TypeScriptCompiler.class);
        }
    }

    @ArchTest
    static final ArchRule testsThatUseV8SaySo = classes()
            .that()
            .areNotAssignableTo(TypeScriptCompiler.class)
            .and()
            .areTopLevelClasses()
            .should(useV8OnlyIfTheySaySo());

    private static ArchCondition<JavaClass> useV8OnlyIfTheySaySo() {
        var v8 = equivalentTo(V8Host.class).or(equivalentTo(TypeScriptCompiler.class));
        return new ArchCondition<>("use V8 only with @NeedsV8 at the class or the method") {
            @Override
            public void check(JavaClass tests, ConditionEvents events) {
                tests.getAccessesFromSelf().stream()
                        .filter(access -> v8.test(access.getTargetOwner()))
                        .map(JavaAccess::getOrigin)
                        .forEach(user -> events.add(new SimpleConditionEvent(
                                tests,
                                tests.isAnnotatedWith(NeedsV8.class) || user.isAnnotatedWith(NeedsV8.class),
                                user.getFullName() + " uses V8")));
            }
        };
    }
}
