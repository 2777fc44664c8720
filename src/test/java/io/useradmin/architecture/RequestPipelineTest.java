package io.useradmin.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.reverseOrder;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.netty.channel.ChannelPipeline;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.request.RequestPipeline;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import jakarta.annotation.Priority;
import jakarta.interceptor.Interceptor;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Configurable;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.WriterInterceptor;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Everything that runs before or after an operation has a position in {@link RequestPipeline}, in execution order. */
@AnalyzeClasses(packages = ArchitectureTest.ROOT, importOptions = DoNotIncludeTests.class)
class RequestPipelineTest {
    /** Exceptions are the management interface, which has its own router, and endpoints at a path, which have no position. */
    @ArchTest
    static final ArchRule nothingElseTakesAPositionByACall = noClasses()
            .that(not(belongToAnyOf(RequestPipeline.class)))
            .should()
            .callMethodWhere(describe("it takes a position", RequestPipelineTest::takesAPosition))
            .because("RequestPipeline has the positions");

    @ArchTest
    static final ArchRule nothingElseOrdersTheHandlersOfAConnection = noClasses()
            .that()
            .resideOutsideOfPackages(ArchitectureTest.ROOT + ".connection", ArchitectureTest.ROOT + ".database")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ChannelPipeline.class)
            .because("RequestPipeline says which there are for clients; the others are for PostgreSQL");

    @ArchTest
    static final ArchRule nothingInterceptsBodies = noClasses()
            .should()
            .beAssignableTo(ReaderInterceptor.class)
            .orShould()
            .beAssignableTo(WriterInterceptor.class)
            .because("RequestPipeline has no position for it");

    /** A filter without a priority has the default one, and so no defined order among such filters. */
    @ArchTest
    static void everyFilterAndInterceptorHasItsOwnPosition(JavaClasses classes) throws Exception {
        Map<String, Integer> requestFilters = new TreeMap<>();
        Map<String, Integer> responseFilters = new TreeMap<>();
        Map<String, Integer> interceptors = new TreeMap<>();
        for (JavaClass type : classes) {
            if (type.isAnnotatedWith(Interceptor.class)) {
                interceptors.put(type.getSimpleName(), priority(type));
            }
            if (type.isAnnotatedWith(Provider.class) && type.isAssignableTo(ContainerRequestFilter.class)) {
                requestFilters.put(type.getSimpleName(), priority(type));
            }
            if (type.isAnnotatedWith(Provider.class) && type.isAssignableTo(ContainerResponseFilter.class)) {
                responseFilters.put(type.getSimpleName(), priority(type));
            }
            type.getMethods().forEach(method -> {
                method.tryGetAnnotationOfType(ServerRequestFilter.class)
                        .ifPresent(filter -> requestFilters.put(method.getFullName(), filter.priority()));
                method.tryGetAnnotationOfType(ServerResponseFilter.class)
                        .ifPresent(filter -> responseFilters.put(method.getFullName(), filter.priority()));
            });
        }
        assertThatEachHasItsOwn(requestFilters, RequestPipeline.PreMatchingFilter.class);
        assertThatEachHasItsOwn(responseFilters, RequestPipeline.ResponseFilter.class);
        assertThatEachHasItsOwn(interceptors, RequestPipeline.MethodInterceptor.class);
    }

    @ArchTest
    static void positionsReadFromTopToBottom(JavaClasses classes) throws Exception {
        Map<Class<?>, Comparator<Integer>> groups = Map.of(
                RequestPipeline.RouterHandler.class, reverseOrder(),
                RequestPipeline.PreMatchingFilter.class, naturalOrder(),
                RequestPipeline.OperationFilter.class, naturalOrder(),
                RequestPipeline.MethodInterceptor.class, naturalOrder(),
                RequestPipeline.ResponseFilter.class, reverseOrder());
        assertThat(RequestPipeline.class.getDeclaredClasses())
                .containsExactlyInAnyOrderElementsOf(Set.copyOf(groups.keySet()));
        for (Map.Entry<Class<?>, Comparator<Integer>> group : groups.entrySet()) {
            assertThat(positions(group.getKey()))
                    .as(group.getKey().getSimpleName())
                    .doesNotHaveDuplicates()
                    .isSortedAccordingTo(group.getValue());
        }
    }

    /** Comments name the class at each position. A Javadoc link would create circular dependencies between packages. */
    @ArchTest
    static void positionsNameExistingClasses(JavaClasses classes) throws Exception {
        String source =
                Files.readString(Path.of("src", "main", "java", "io", "useradmin", "request", "RequestPipeline.java"));
        assertThat(Pattern.compile("\\{@code ([a-z0-9]+\\.[A-Z]\\w+)}")
                        .matcher(source)
                        .results())
                .isNotEmpty()
                .allSatisfy(name -> assertThat(classes.contain(ArchitectureTest.ROOT + "." + name.group(1)))
                        .as(name.group(1))
                        .isTrue());
    }

    private static boolean takesAPosition(JavaMethodCall call) {
        JavaClass owner = call.getTargetOwner();
        return owner.isAssignableTo(Filters.class)
                || owner.isAssignableTo(Configurable.class)
                || (owner.isAssignableTo(Router.class)
                        && call.getName().equals("route")
                        && call.getTarget().getRawParameterTypes().isEmpty())
                || (owner.isAssignableTo(Route.class) && Set.of("order", "last").contains(call.getName()));
    }

    private static int priority(JavaClass type) {
        return type.tryGetAnnotationOfType(Priority.class).map(Priority::value).orElse(Priorities.USER);
    }

    private static void assertThatEachHasItsOwn(Map<String, Integer> taken, Class<?> group) throws Exception {
        assertThat(taken.values())
                .as("the positions of %s must be those of RequestPipeline.%s", taken, group.getSimpleName())
                .containsExactlyInAnyOrderElementsOf(positions(group));
    }

    /** The numbers of a group in the order of declaration. */
    private static List<Integer> positions(Class<?> group) throws Exception {
        List<Integer> positions = new ArrayList<>();
        if (group.isEnum()) {
            Field priority = group.getDeclaredField("priority");
            priority.setAccessible(true);
            for (Object constant : group.getEnumConstants()) {
                positions.add(priority.getInt(constant));
            }
        } else {
            for (Field constant : group.getDeclaredFields()) {
                positions.add(constant.getInt(null));
            }
        }
        return positions;
    }
}
