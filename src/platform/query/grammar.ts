/** The select statement for peggy. Keywords are case-insensitive. */
export const statementGrammar = String.raw`
Statement
  = _ "select"i __ columns:Columns __ "from"i __ resource:Word __ ("as"i __)? alias:Alias joins:Join* where:Where? order:OrderBy? limit:Limit? offset:Offset? _ ";"? _
    { return { columns, resource, alias, joins, where, order: order ?? [], limit, offset } }

Columns = first:Column rest:(_ "," _ column:Column { return column })* { return [first, ...rest] }
Column = alias:Word "." field:(Word / "*") { return { alias, field } }
Alias = !Keyword word:Word { return word }
Join = __ ("inner"i __ / "left"i __)? "join"i __ resource:Word __ ("as"i __)? alias:Alias __ "on"i __ one:Path _ "=" _ other:Path { return { resource, alias, on: [one, other] } }
Path = alias:Word field:("." name:Word { return name })? { return { alias, field: field ?? 'id' } }
Where = __ "where"i __ condition:Or { return condition }
OrderBy = __ "order"i __ "by"i __ first:Key rest:(_ "," _ key:Key { return key })* { return [first, ...rest] }
Key = path:Path direction:(__ word:("asc"i / "desc"i) { return word.toLowerCase() })? { return { ...path, direction: direction ?? 'asc' } }
Limit = __ "limit"i __ digits:$[0-9]+ { return Number(digits) }
Offset = __ "offset"i __ digits:$[0-9]+ { return Number(digits) }

Or = first:And rest:(__ "or"i __ part:And { return part })* { return rest.length ? { any: [first, ...rest] } : first }
And = first:Not rest:(__ "and"i __ part:Not { return part })* { return rest.length ? { all: [first, ...rest] } : first }
Not = "not"i __ not:Not { return { not } } / "(" _ inside:Or _ ")" { return inside } / Comparison
Comparison
  = path:Path __ "is"i __ not:("not"i __)? "null"i { return { path, unset: !not } }
  / path:Path __ not:("not"i __)? "in"i _ "(" _ first:Literal rest:(_ "," _ value:Literal { return value })* _ ")" { const among = { path, among: [first, ...rest] }; return not ? { not: among } : among }
  / path:Path __ not:("not"i __)? "like"i __ pattern:Text { const like = { path, pattern }; return not ? { not: like } : like }
  / path:Path _ operator:Operator _ value:Literal { return { path, operator, value } }
Operator = "<>" { return '!=' } / "!=" / ">=" / "<=" / "=" / ">" / "<"
Literal = Text / "true"i { return true } / "false"i { return false } / digits:$("-"? [0-9]+ ("." [0-9]+)?) { return Number(digits) }
Text = "'" text:("''" { return "'" } / [^'])* "'" { return text.join('') } / '"' text:$[^"]* '"' { return text }
Keyword = ("join"i / "inner"i / "left"i / "where"i / "order"i / "limit"i / "offset"i / "on"i) ![A-Za-z0-9_]
Word = $([A-Za-z_] [A-Za-z0-9_]*)
_ = [ \t\r\n]*
__ = [ \t\r\n]+
`
