/** The manifests in deploy/ against the schema of Kubernetes and against the service that they deploy. */
package io.useradmin.deploy;
