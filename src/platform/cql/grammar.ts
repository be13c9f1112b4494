/** The query language for peggy. `options.keyword(written, word)` says whether a word is that keyword, `options.bang()` whether ! may precede a predicate. */
export const criterionGrammar = String.raw`
Query = _ inside:Sequence _ { return inside }

Sequence = first:Term rest:(_ operator:Joint _ term:Term { return { operator, term } })* { return { first, rest } }

Joint = word:Word &{ return options.keyword(word, 'AND') || options.keyword(word, 'OR') } { return options.keyword(word, 'AND') ? 'AND' : 'OR' }

Term
  = "!" _ "(" _ inside:Sequence _ ")" { return { kind: 'negated', inside } }
  / "!" _ &{ return options.bang() } predicate:Predicate { return { kind: 'negated', inside: { first: predicate, rest: [] } } }
  / "(" _ inside:Sequence _ ")" { return { kind: 'group', inside } }
  / Predicate

Predicate
  = word:Word &{ return options.keyword(word, 'CONTAINS') } "(" _ criterion:Criterion _ "," _ value:Literal _ ")" { return { kind: 'contains', criterion, value } }
  / name:Word "(" _ ")" (_ Operator _ Literal)? { return { kind: 'function', name } }
  / criterion:Criterion _ operator:Operator _ value:Literal { return { kind: 'compare', criterion, operator, value } }
  / criterion:Criterion __ word:Word &{ return options.keyword(word, 'like') || options.keyword(word, 'ilike') } _ pattern:Text
    { return { kind: 'like', criterion, operator: options.keyword(word, 'like') ? 'like' : 'ilike', pattern } }
  / criterion:Criterion __ word:Word &{ return options.keyword(word, 'in') } _ "(" _ first:Literal rest:(_ "," _ value:Literal { return value })* _ ")"
    { return { kind: 'in', criterion, values: [first, ...rest] } }
  / criterion:Criterion __ is:Word &{ return options.keyword(is, 'is') } __ unset:Word &{ return options.keyword(unset, 'null') } { return { kind: 'null', criterion } }

Criterion = first:Word rest:("." name:Word { return name })* resource:("(" _ name:Word? _ ")" { return name ?? '' })?
  { return resource === null ? { path: [first, ...rest] } : { path: [first, ...rest], resource } }

Operator = "!=" / ">=" / "<=" / "=" / ">" / "<" / "~" { return '~' }

Literal
  = text:Text { return { text } }
  / word:Word "(" _ ")" &{ return options.keyword(word, 'me') } { return { me: true } }
  / "true" { return { flag: true } }
  / "false" { return { flag: false } }
  / digits:$("-"? [0-9]+ ("." [0-9]+)?) { return { number: Number(digits) } }

Text = '"' text:$[^"]* '"' { return text }
Word = $([A-Za-z_] [A-Za-z0-9_]*)
_ = [ ]*
__ = [ ]+
`
