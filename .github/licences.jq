# Of a bill of materials (CycloneDX): what is under none of the licences that go with Apache-2.0; nothing is as it should be.
# Of several licences of a component one may be chosen.
def good: ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "EPL-1.0", "EPL-2.0", "MIT", "MIT-0", "Public Domain"];
def licences: [.licenses[]?.license | .id // .name];
[.components[] | select(licences - good == licences) | .purl] | if . == [] then true else error("\(.)") end
