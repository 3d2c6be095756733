# faults($schema; "") checks its input against a JSON Schema of the few keywords that ours use, and
# gives one line per fault. A keyword that is not known here is a fault, too.
def kind: if type == "number" and . == floor then "integer" else type end;
def known: ["$schema", "title", "description", "type", "const", "enum", "required", "properties",
            "additionalProperties", "items", "minimum"];
def faults($s; $at):
    . as $value
    | ($s | keys[] | select(. as $key | known | index($key) | not) | "\($at): keyword \(.)"),
      (if $s | has("type")
       then (kind as $kind | [$s.type] | flatten
             | if any(. == $kind or (. == "number" and $kind == "integer")) then empty
               else "\($at): \($kind) is not \(.)" end)
       else empty end),
      (if $s | has("const") then if $value == $s.const then empty
       else "\($at): not \($s.const)" end else empty end),
      (if $s | has("enum") then if $s.enum | index($value) then empty
       else "\($at): \($value) is not allowed" end else empty end),
      (if $s | has("minimum") then if $value >= $s.minimum then empty
       else "\($at): too small" end else empty end),
      (if type == "object" then
           ($s.required // [] | .[] | select(. as $key | $value | has($key) | not)
            | "\($at): no \(.)"),
           (keys[] | . as $key
            | if $s.properties // {} | has($key)
              then $value[$key] | faults($s.properties[$key]; "\($at).\($key)")
              elif $s.additionalProperties == false then "\($at): \($key) is not allowed"
              else empty end)
       elif type == "array" and ($s | has("items")) then
           (range(length) as $i | .[$i] | faults($s.items; "\($at)[\($i)]"))
       else empty end);
