package io.useradmin.ssf;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;

/** The Transmitter Configuration Metadata of OpenID Shared Signals Framework 1.0, section 7.1. */
@RegisterForReflection
record Metadata(
        String specVersion,
        String issuer,
        String jwksUri,
        List<String> deliveryMethodsSupported,
        String configurationEndpoint,
        String statusEndpoint,
        String verificationEndpoint,
        List<String> criticalSubjectMembers,
        List<Map<String, String>> authorizationSchemes,
        String defaultSubjects) {}
