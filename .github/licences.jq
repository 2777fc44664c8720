# Fails if a component of a bill of materials (CycloneDX) has no licence that is compatible with Apache-2.0. If a component has
# several licences, one is enough.
def good: ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "EPL-1.0", "EPL-2.0", "ISC", "MIT", "MIT-0", "Public Domain"];
def licences: [.licenses[]?.license | .id // .name];
[.components[] | select(licences - good == licences) | .purl] | if . == [] then true else error("\(.)") end
