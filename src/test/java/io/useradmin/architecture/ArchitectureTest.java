package io.useradmin.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.conditions.ArchConditions.never;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.quarkus.hibernate.reactive.panache.PanacheRepositoryBase;
import io.quarkus.hibernate.reactive.panache.common.WithSession;
import io.quarkus.hibernate.reactive.panache.common.WithTransaction;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.RequiresNoScope;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.database.DirectStatements;
import io.useradmin.operator.jdbc.Jdbc;
import io.vertx.core.http.HttpClient;
import io.vertx.core.net.NetClient;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.SqlClient;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.Entity;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.jspecify.annotations.NullMarked;

/** The dependency rules of docs/architecture.md, and rules for all classes. */
@AnalyzeClasses(packages = ArchitectureTest.ROOT, importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    static final String ROOT = "io.useradmin";

    private static final String DELIVER = ROOT + ".operator.deliver..";

    /** Packages that each serve one resource of the specification. They must not use each other. */
    private static final Set<String> RESOURCES = Set.of(
            "session", "userdata", "blockedip", "group", "identity", "user", "event", "ssf", "key", "userexport");

    /** Packages that start or run the service. They may use everything. Nothing may use them. */
    private static final Set<String> TOP_LEVEL = Set.of("", "dev", "operator");

    /** The other packages, each with the packages that it may use. */
    private static final Map<String, Set<String>> MAY_USE = mayUse();

    /**
     * The writes that bypass Panache, and why: the CPU of the benchmark's operations is limited
     * (benchmarks/results/operations.md). The use of a key is recorded while the request runs, and must not join its session.
     */
    private static final Map<String, String> DIRECT_WRITES = Map.ofEntries(
            entry("UserDataRepository.concatenate", "patch public data"),
            entry("UserDataRepository.merge", "patch public data"),
            entry("MembershipRepository.assign", "assign group"),
            entry("SessionRepository.deleteLive", "revoke session"),
            entry("UserRepository.delete", "delete user"),
            entry("UserChangeRepository.make", "disable, verify email"),
            entry("StoredResponseRepository.store", "in the transaction of the request"),
            entry("StoredResponseRepository.claim", "before a request of several transactions"),
            entry("StoredResponseRepository.complete", "after them"),
            entry("StoredResponseRepository.release", "after them"),
            entry("ApiKeyRepository.noteUse", "beside the request"),
            entry("UserDataRepository.readPrivateRecorded", "a read that is recorded"),
            entry("UserReader.readRecorded", "a read that is recorded"),
            entry("RevocationRepository.revoke", "revoke all sessions but one"),
            entry("RevocationRepository.revokeBatch", "each batch of a call is a transaction"),
            entry("TenantBlockedIpRepository.unblockBatch", "each batch of a call is a transaction"));

    private static final Set<String> STATEMENTS =
            Set.of("read", "readAlone", "readInTurn", "readNewest", "readRecent", "page", "write");

    @ArchTest
    static final ArchRule aPackageUsesOnlyThoseBelowIt = classes().should(useOnlyPackagesBelow());

    @ArchTest
    static final ArchRule packagesDoNotDependOnOneAnotherInCircles =
            slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule httpStaysAtTheEdge = noClasses()
            .that(not(partOfA("Resource", "Response", "Writer", "Interceptor")))
            .and()
            .resideOutsideOfPackages(
                    packagesNamed("admission", "apikey", "problem", "http", "request", "server", "telemetry"))
            .should()
            .dependOnClassesThat(resideInAPackage("jakarta.ws.rs..").or(belongToAnyOf(RestResponse.class)));

    @ArchTest
    static final ArchRule persistenceStaysInRepositories = noClasses()
            .that(not(partOfA("Repository", "Entity", "Reader", "DirectStatements")))
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("org.hibernate..", "io.quarkus.hibernate..", "jakarta.persistence..")
                            .and(not(resideInAPackage("io.quarkus.hibernate.reactive.panache.common"))));

    @ArchTest
    static final ArchRule onlyServicesAndRepositoriesOpenTransactions = noClasses()
            .that(not(partOfA("Service", "Repository")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.quarkus.hibernate.reactive.panache.common");

    /** All other writes join Panache's session (docs/adr/0009-straight-to-the-pool.md). */
    @ArchTest
    static final ArchRule onlyTheMostFrequentWritesBypassPanache = methods()
            .that()
            .areDeclaredIn(DirectStatements.class)
            .and()
            .haveName("write")
            .should(beCalledByExactly(DIRECT_WRITES));

    @ArchTest
    static final ArchRule statementsStayInRepositories = noClasses()
            .that(not(partOfA("Repository", "Reader", "DirectStatements")))
            .should()
            .accessTargetWhere(describe(
                    "runs a statement",
                    access -> access.getTargetOwner().isEquivalentTo(DirectStatements.class)
                            && STATEMENTS.contains(access.getName())));

    @ArchTest
    static final ArchRule theDriversConnectionsStayInDatabase = noClasses()
            .that()
            .resideOutsideOfPackages(packagesNamed("database"))
            .should()
            .dependOnClassesThat(assignableTo(SqlClient.class)
                    .or(assignableTo(io.vertx.mutiny.sqlclient.SqlClient.class))
                    .or(assignableTo(Mutiny.SessionFactory.class)));

    @ArchTest
    static final ArchRule aPanacheRepositoryUsesItsEntity =
            classes().that().implement(PanacheRepositoryBase.class).should(readTheEntity());

    private static final Set<String> PANACHE_WITH_HQL =
            Set.of("count", "delete", "deleteAll", "find", "findAll", "list", "listAll", "update");
    private static final Set<String> SESSION_WITH_HQL =
            Set.of("createMutationQuery", "createQuery", "createSelectionQuery");

    /** Hibernate's first HQL query of a process occupies the event loop for a second: it loads its parser. */
    @ArchTest
    static final ArchRule noHql = noClasses()
            .should()
            .callMethodWhere(describe(
                    "runs a query in HQL",
                    call -> SESSION_WITH_HQL.contains(call.getName())
                            || PANACHE_WITH_HQL.contains(call.getName())
                                    && call.getTarget().resolveMember().stream()
                                            .anyMatch(method ->
                                                    method.getOwner().isEquivalentTo(PanacheRepositoryBase.class))));

    private static final Set<String> COUNTING =
            Set.of("rowCount", "executeUpdate", "executeLargeUpdate", "getUpdateCount");

    /**
     * On Citus, the row count of a statement includes rows that an insert skipped. So statements return the changed rows, and
     * the code counts these.
     */
    @ArchTest
    static final ArchRule returnedRowsAreCountedNotTheRowCount = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(Jdbc.class.getName())
            .should()
            .accessTargetWhere(describe(
                    "returns how many rows a statement changed", access -> COUNTING.contains(access.getName())));

    /** On Citus, the constraint is only in the message, and its name has the number of the shard. */
    @ArchTest
    static final ArchRule violatedConstraintsAreRecognizedOnShards = noClasses()
            .should()
            .callMethodWhere(describe(
                    "returns the constraint of an error",
                    call -> Set.of("getConstraint", "getConstraintName").contains(call.getName())));

    /** By default, a disconnecting client would cancel a write in the middle. */
    @ArchTest
    static final ArchRule noOperationIsCancelledByItsCaller = classes()
            .that()
            .areAnnotatedWith(Path.class)
            .should()
            .beAnnotatedWith(describe(
                    "@Cancellable(false)",
                    annotation -> annotation.getRawType().isEquivalentTo(Cancellable.class)
                            && annotation
                                    .get("value")
                                    .filter(Boolean.FALSE::equals)
                                    .isPresent()));

    @ArchTest
    static final ArchRule everyOperationIsAdmitted =
            classes().that().areAnnotatedWith(Path.class).should().beAnnotatedWith(Admitted.class);

    /** Otherwise the class's interceptors run twice in a request: two permits, and the idempotency key is claimed twice. */
    @ArchTest
    static final ArchRule onlyOperationsAreIntercepted = methods()
            .that()
            .areDeclaredInClassesThat(describe(
                    "are resources or extended by one",
                    type -> Stream.concat(Stream.of(type), type.getAllSubclasses().stream())
                            .anyMatch(each -> each.isAnnotatedWith(Path.class))))
            .and()
            .areNotPrivate()
            .and()
            .areNotStatic()
            .should()
            .beMetaAnnotatedWith(HttpMethod.class);

    /** All others are singletons, because each call of a proxy costs. Providers exist before the settings of the service. */
    @ArchTest
    static final ArchRule onlyInterceptedBeansAndThoseOfProvidersHaveAProxy = classes()
            .that()
            .areAnnotatedWith(ApplicationScoped.class)
            .should(be(describe(
                    "intercepted or used by a provider",
                    type -> type.getMethods().stream()
                                    .anyMatch(method -> method.isAnnotatedWith(WithTransaction.class)
                                            || method.isAnnotatedWith(WithSession.class))
                            || type.getDirectDependenciesToSelf().stream()
                                    .anyMatch(user -> user.getOriginClass().isAnnotatedWith(Provider.class)))));

    /** Interceptors get the request from this parameter. The framework's bean would cost a look-up through three proxies. */
    @ArchTest
    static final ArchRule everyOperationTakesItsRequest =
            methods().that().areMetaAnnotatedWith(HttpMethod.class).should(haveAParameter(RoutingContext.class));

    @ArchTest
    static final ArchRule everyOperationSaysWhichScopeItRequires = methods()
            .that()
            .areMetaAnnotatedWith(HttpMethod.class)
            .should()
            .beAnnotatedWith(RequiresScope.class)
            .orShould()
            .beAnnotatedWith(RequiresNoScope.class);

    /** This operation describes the caller's own key, which every caller may read. */
    @ArchTest
    static final ArchRule onlyTheCallersOwnKeyRequiresNone = methods()
            .that()
            .areAnnotatedWith(RequiresNoScope.class)
            .should()
            .beDeclaredInClassesThat()
            .haveSimpleName("OwnKeyResource");

    @ArchTest
    static final ArchRule resourcesAreCalledResources = classes()
            .that()
            .areAnnotatedWith(Path.class)
            .should()
            .haveSimpleNameEndingWith("Resource")
            .andShould()
            .resideInAnyPackage(packagesNamed(RESOURCES.toArray(String[]::new)));

    @ArchTest
    static final ArchRule entitiesDoNotLeaveThroughAResource = methods()
            .that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith(Path.class)
            .should(mentionNoEntity());

    @ArchTest
    static final ArchRule entitiesStayInTheirPackage = classes()
            .that()
            .areAnnotatedWith(Entity.class)
            .should()
            .bePackagePrivate()
            .andShould()
            .haveSimpleNameEndingWith("Entity");

    @ArchTest
    static final ArchRule everyPackageIsCheckedForNull = classes().should(resideInANullMarkedPackage());

    @ArchTest
    static final ArchRule nothingIsWrittenToStandardStreams = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    /** Another comparison takes longer, the more of a guess is right. */
    @ArchTest
    static final ArchRule secretsAreComparedInConstantTime = classes()
            .that()
            .haveFullyQualifiedName(ROOT + ".apikey.SecretDigest")
            .should()
            .callMethod(MessageDigest.class, "isEqual", byte[].class, byte[].class)
            .andShould(never(callMethod(Arrays.class, "equals", byte[].class, byte[].class)));

    /** Who knows some values of these can compute the next ones. */
    @ArchTest
    static final ArchRule secretsComeFromASecureRandom = noClasses()
            .that()
            .resideInAnyPackage(packagesNamed("apikey", "idempotency"))
            .should()
            .dependOnClassesThat(belongToAnyOf(Random.class, SplittableRandom.class, ThreadLocalRandom.class));

    /** Commands run without the framework, so the service's beans do not exist there. */
    @ArchTest
    static final ArchRule commandsStartNoService = noClasses()
            .that()
            .resideInAnyPackage(packagesNamed("operator"))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.enterprise..", "jakarta.inject..", "io.quarkus.arc..", "io.smallrye.mutiny..");

    /**
     * The service calls only the database, so no request can make it call another server (SSRF). Pushing events is a command
     * with its own process.
     */
    @ArchTest
    static final ArchRule nothingCallsOut = noClasses()
            .that()
            .resideOutsideOfPackage(DELIVER)
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "java.net.http..",
                            "io.vertx.ext.web.client..",
                            "jakarta.ws.rs.client..",
                            "org.apache.http..",
                            "okhttp3..")
                    .or(belongToAnyOf(URLConnection.class, HttpClient.class)))
            .orShould()
            .callMethod(URL.class, "openStream")
            .orShould()
            .callMethod(URL.class, "openConnection");

    /** These two open the connections of the database's driver. */
    @ArchTest
    static final ArchRule onlyTheDatabaseHasSockets = noClasses()
            .that()
            .resideOutsideOfPackage(DELIVER)
            .and(not(belongTo(simpleName("CheckedConnections").or(simpleName("SilenceGuard")))))
            .should()
            .dependOnClassesThat()
            .areAssignableTo(NetClient.class);

    /** The service cannot use the classes that make outgoing calls. */
    @ArchTest
    static final ArchRule onlyTheCommandDelivers = noClasses()
            .that()
            .resideOutsideOfPackage(DELIVER)
            .and()
            .doNotHaveSimpleName("DeliverCommand")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(DELIVER);

    @ArchTest
    static final ArchRule nothingIsLoggedByJavaUtilLogging = noClasses()
            .that()
            .doNotImplement(java.util.logging.Filter.class)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.logging..");

    /** The target is 150. A longer file usually has more than one responsibility. */
    @ArchTest
    static final ArchRule noSourceFileIsLong =
            classes().that().areTopLevelClasses().should(haveAtMostLines(250));

    @ArchTest
    static final ArchRule nothingIsInjectedIntoFields = NO_CLASSES_SHOULD_USE_FIELD_INJECTION;

    private static Map<String, Set<String>> mayUse() {
        Map<String, Set<String>> mayUse = new HashMap<>();
        mayUse.put("shared", Set.of());
        mayUse.put("database", Set.of("shared"));
        mayUse.put("json", Set.of("shared"));
        mayUse.put("request", Set.of("shared"));
        mayUse.put("problem", Set.of("request", "shared"));
        mayUse.put("connection", Set.of());
        mayUse.put("console", Set.of("admission", "request", "problem"));
        mayUse.put("server", Set.of("request", "problem", "shared"));
        mayUse.put("http", Set.of("problem", "json", "shared"));
        mayUse.put("admission", Set.of("database", "request", "server", "http", "problem", "json", "shared"));
        mayUse.put("consistency", Set.of("admission", "database", "problem", "request", "shared"));
        mayUse.put("profile", Set.of("apikey", "audit", "database", "http", "problem", "json", "shared"));
        mayUse.put("apikey", Set.of("database", "request", "server", "problem", "shared"));
        mayUse.put("audit", Set.of("apikey", "request", "shared"));
        mayUse.put("telemetry", Set.of("apikey", "audit", "request", "problem", "shared"));
        mayUse.put("openapi", Set.of("admission", "apikey", "audit", "http", "problem", "request", "shared"));
        mayUse.put(
                "idempotency",
                Set.of("admission", "apikey", "database", "http", "problem", "request", "server", "shared"));
        Set<String> inner =
                Set.of("shared", "database", "json", "problem", "http", "admission", "profile", "apikey", "audit");
        RESOURCES.forEach(resource -> mayUse.put(resource, inner));
        // Signals are the same events in another form.
        mayUse.put(
                "ssf",
                Stream.concat(inner.stream(), Stream.of("event", "request")).collect(Collectors.toSet()));
        return Map.copyOf(mayUse);
    }

    private static ArchCondition<JavaClass> useOnlyPackagesBelow() {
        return new ArchCondition<>("use only packages that the table allows theirs") {
            @Override
            public void check(JavaClass origin, ConditionEvents events) {
                origin.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> isOurs(dependency.getTargetClass()))
                        .filter(dependency -> !isAllowed(packageOf(origin), packageOf(dependency.getTargetClass())))
                        .map(Dependency::getDescription)
                        .forEach(description -> events.add(SimpleConditionEvent.violated(origin, description)));
            }
        };
    }

    /** A package must be in one of the tables. Otherwise it may use nothing. */
    private static boolean isAllowed(String origin, String target) {
        if (origin.equals(target)) {
            return MAY_USE.containsKey(origin) || TOP_LEVEL.contains(origin);
        }
        return TOP_LEVEL.contains(origin)
                || MAY_USE.getOrDefault(origin, Set.of()).contains(target);
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
    }

    /** The first package name below the root; empty for the root. */
    private static String packageOf(JavaClass type) {
        return type.getPackageName().equals(ROOT)
                ? ""
                : type.getPackageName().substring(ROOT.length() + 1).split("\\.", 2)[0];
    }

    private static String[] packagesNamed(String... names) {
        return Stream.of(names).map(name -> ROOT + "." + name + "..").toArray(String[]::new);
    }

    /** A class whose name has one of these endings, or a class nested in it. */
    private static DescribedPredicate<JavaClass> partOfA(String... endings) {
        return describe("part of a " + String.join(", ", endings), type -> {
            String file = type.getName().split("\\$", 2)[0];
            return Stream.of(endings).anyMatch(file::endsWith);
        });
    }

    private static ArchCondition<JavaMethod> haveAParameter(Class<?> type) {
        return new ArchCondition<>("have a parameter of type " + type.getSimpleName()) {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                if (method.getRawParameterTypes().stream().noneMatch(each -> each.isEquivalentTo(type))) {
                    events.add(SimpleConditionEvent.violated(method, method.getFullName() + " has none"));
                }
            }
        };
    }

    private static ArchCondition<JavaMethod> mentionNoEntity() {
        return new ArchCondition<>("mention no entity") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                Stream.concat(Stream.of(method.getReturnType()), method.getParameterTypes().stream())
                        .map(JavaType::getAllInvolvedRawTypes)
                        .flatMap(Set::stream)
                        .filter(type -> type.isAnnotatedWith(Entity.class))
                        .map(type -> method.getFullName() + " mentions " + type.getName())
                        .forEach(description -> events.add(SimpleConditionEvent.violated(method, description)));
            }
        };
    }

    /** Generated classes have no source file, so they are skipped. */
    private static ArchCondition<JavaClass> haveAtMostLines(int most) {
        return new ArchCondition<>("have at most %d lines".formatted(most)) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                java.nio.file.Path file = java.nio.file.Path.of(
                        "src", "main", "java", type.getName().replace('.', '/') + ".java");
                if (Files.exists(file)) {
                    long lines = countLines(file);
                    events.add(new SimpleConditionEvent(type, lines <= most, "%s has %d lines".formatted(file, lines)));
                }
            }
        };
    }

    private static long countLines(java.nio.file.Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static ArchCondition<JavaMethod> beCalledByExactly(Map<String, String> allowed) {
        return new ArchCondition<>("be called by exactly " + allowed) {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                Set<String> callers = method.getAccessesToSelf().stream()
                        .map(access -> access.getOriginOwner().getSimpleName() + "."
                                + access.getOrigin().getName())
                        .collect(Collectors.toSet());
                Stream.concat(callers.stream(), allowed.keySet().stream())
                        .filter(each -> callers.contains(each) != allowed.containsKey(each))
                        .map(each ->
                                each + (callers.contains(each) ? " calls " : " no longer calls ") + method.getName())
                        .forEach(description -> events.add(SimpleConditionEvent.violated(method, description)));
            }
        };
    }

    private static ArchCondition<JavaClass> readTheEntity() {
        return new ArchCondition<>("read the entity by a method of Panache or of its session") {
            @Override
            public void check(JavaClass repository, ConditionEvents events) {
                boolean uses = repository.getMethodCallsFromSelf().stream()
                                .filter(call -> !call.getName().equals("getSession"))
                                .flatMap(call -> call.getTarget().resolveMember().stream())
                                .anyMatch(method -> method.getOwner().isEquivalentTo(PanacheRepositoryBase.class))
                        || repository.getReferencedClassObjects().stream()
                                .anyMatch(used -> used.getRawType().isAnnotatedWith(Entity.class));
                events.add(
                        new SimpleConditionEvent(repository, uses, repository.getName() + " does not read its entity"));
            }
        };
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package that is @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage()
                        .tryGetAnnotationOfType(NullMarked.class)
                        .isPresent();
                events.add(new SimpleConditionEvent(
                        type, marked, type.getPackageName() + " of " + type.getSimpleName() + " is not @NullMarked"));
            }
        };
    }
}
