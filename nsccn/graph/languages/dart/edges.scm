(type_identifier) @typename
