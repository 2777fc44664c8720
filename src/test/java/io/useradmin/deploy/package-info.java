/** Tests of the manifests in deploy/: against the schema of Kubernetes and against the service. */
package io.useradmin.deploy;
