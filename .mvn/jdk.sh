# mvnw sources this file. It sets JAVA_HOME to a JDK of at least $jdk_minimum, because the default java of a machine is often
# older. It keeps a JAVA_HOME that is new enough.
jdk_minimum=25

# Prints the feature version of the JDK in folder $1 (25 for 25.0.3), or 0 if there is none.
jdk_version() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || { echo 0; return; }
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" | grep . || echo 0
}

jdk_candidates() {
  # First the JDK on the PATH, then the folders of package managers, sdkman and macOS.
  if command -v javac >/dev/null 2>&1; then
    dirname "$(dirname "$(readlink -f "$(command -v javac)" 2>/dev/null || command -v javac)")"
  fi
  for parent in /usr/lib/jvm /opt/java /opt "${HOME:-/nonexistent}/.sdkman/candidates/java" "${HOME:-/nonexistent}/.jdks"; do
    if [ -d "$parent" ]; then find "$parent" -mindepth 1 -maxdepth 1 | sort; fi
  done
  if [ -x /usr/libexec/java_home ]; then /usr/libexec/java_home -v "$jdk_minimum+" 2>/dev/null || :; fi
}

jdk_choose() {
  if [ -n "${JAVA_HOME-}" ] && [ "$(jdk_version "$JAVA_HOME")" -ge "$jdk_minimum" ]; then return; fi
  # Not a pipe: its loop would run in a subshell and could not set JAVA_HOME.
  while IFS= read -r candidate; do
    if [ "$(jdk_version "$candidate")" -ge "$jdk_minimum" ]; then
      JAVA_HOME=$candidate
      export JAVA_HOME
      return
    fi
  done <<CANDIDATES
$(jdk_candidates)
CANDIDATES
  echo "This build needs JDK $jdk_minimum or newer. Install one (https://adoptium.net) or set JAVA_HOME to it." >&2
  exit 1
}

jdk_choose
