/** The look of the page: one column, system fonts, both colour schemes, and paper. Verdicts are told by words and signs, never by colour alone. */
export const style = `
:root { color-scheme: light dark; --bg: #fff; --fg: #1c2024; --dim: #5a6169; --line: #d5d9de; --soft: #f4f6f8; --link: #0b57b8;
  --red: #b3161d; --red-soft: #fdecec; --green: #136b37; --green-soft: #e6f5ec; --amber: #7d4e00; --amber-soft: #fff3d6;
  --blue: #1d4fa3; --blue-soft: #e8f0fc; --grey: #545b63; --grey-soft: #e9ecef }
@media screen and (prefers-color-scheme: dark) { :root { --bg: #14171a; --fg: #e4e7ea; --dim: #a3abb4; --line: #363c43; --soft: #1d2125; --link: #86b7fe;
  --red: #ff9a96; --red-soft: #4a1a1c; --green: #7fd6a0; --green-soft: #143524; --amber: #f5c76b; --amber-soft: #42310c;
  --blue: #9cc3ff; --blue-soft: #182f52; --grey: #b4bcc5; --grey-soft: #2b3036 } }
* { box-sizing: border-box }
html { scroll-padding-top: 4rem }
body { margin: 0; background: var(--bg); color: var(--fg); font: 16px/1.5 system-ui, sans-serif }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
:target { background: var(--blue-soft) } section:target { background: none }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .25rem 0 .5rem }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem }
h3 { font-size: 1.08rem; margin: 1.5rem 0 .5rem; overflow-wrap: anywhere }
h4 { font-size: .95rem; margin: 1rem 0 .25rem }
p { margin: .25rem 0 }
.dim { color: var(--dim) }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: .5rem; background: var(--bg); padding: .5rem; z-index: 9 }
nav { padding: .5rem 0 }
nav a { display: inline-block; margin: 0 1rem .25rem 0 }
.verdict { border-left: .5rem solid var(--red); background: var(--red-soft); padding: 1rem 1.25rem; margin: 1rem 0 }
.verdict.good { border-color: var(--green); background: var(--green-soft) }
.badge { display: inline-block; font-size: .82rem; font-weight: 600; padding: 0 .5em; border-radius: .3em; white-space: nowrap;
  background: var(--grey-soft); color: var(--grey) }
.pass { background: var(--green-soft); color: var(--green) }
.fail, .stale, .kit-error { background: var(--red-soft); color: var(--red) }
.warn, .blocked, .known { background: var(--amber-soft); color: var(--amber) }
.observed { background: var(--blue-soft); color: var(--blue) }
.cause { border: 1px solid var(--line); border-radius: .4rem; padding: .25rem 1rem 1rem; margin: 1rem 0; break-inside: auto }
.cause > h3 { margin-top: .75rem }
.known-cause { margin: .35rem 0 } .known-cause li { margin: .2rem 0; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0 }
dt { color: var(--dim) }
dd { margin: 0; overflow-wrap: anywhere }
.versus { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
.versus > div { border-left: .25rem solid var(--green); padding-left: .75rem; min-width: 0 }
.versus > div + div { border-color: var(--red) }
.versus p { overflow-wrap: anywhere; white-space: pre-wrap }
mark { background: var(--amber-soft); color: inherit; font-weight: 600; text-decoration: underline; text-decoration-thickness: 2px }
pre { margin: .25rem 0; padding: .5rem .75rem; background: var(--soft); border: 1px solid var(--line); border-radius: .3rem;
  font: .85rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32rem; overflow-y: auto }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
.copied { display: flex; gap: .5rem; align-items: flex-start }
.copied pre { flex: 1; min-width: 0 }
button, input, select { font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--dim); border-radius: .3rem; padding: .2rem .6rem }
button { cursor: pointer }
.timeline { list-style: none; margin: .5rem 0; padding: 0 0 0 1rem; border-left: 2px solid var(--line) }
.timeline > li { margin: .35rem 0; overflow-wrap: anywhere }
summary { cursor: pointer; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100%; font-size: .92rem }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
thead th { color: var(--dim); font-weight: 600; overflow-wrap: normal }
.number { text-align: right; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto }
.loud { color: var(--red); font-weight: 600 }
.statement th { white-space: nowrap }
.grid { display: flex; flex-wrap: wrap; gap: 3px; margin: .2rem 0 .6rem }
.grid a { width: 1.15rem; height: 1.15rem; line-height: 1.1rem; text-align: center; font-size: .75rem; font-weight: 700; text-decoration: none;
  border: 1px solid currentColor; border-radius: 3px; background: var(--bg); color: var(--dim) }
.grid a.pass { background: var(--green); color: var(--bg) } .grid a.fail, .grid a.stale, .grid a.kit-error { background: var(--red); color: var(--bg) }
.grid a.warn, .grid a.known { background: var(--amber); color: var(--bg) } .grid a.observed { background: var(--blue-soft); color: var(--blue) }
.tools { position: sticky; top: 0; z-index: 2; background: var(--bg); border-bottom: 1px solid var(--line); padding: .5rem 0; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center }
.tools input { width: min(24rem, 60vw) }
.rule { content-visibility: auto; contain-intrinsic-size: auto 2rem; border-bottom: 1px solid var(--line); padding: .2rem 0 }
.rule > ul { list-style: none; margin: .25rem 0 .5rem; padding-left: 1.5rem }
.rule > ul > li { margin: .2rem 0; overflow-wrap: anywhere }
.saw { font-size: .88rem; color: var(--dim); overflow-wrap: anywhere }
.bars { display: block; width: 100%; max-width: 60rem; height: 5rem; margin: .25rem 0 .75rem }
.bars rect { fill: var(--link) } .bars rect.bad { fill: var(--red) } .bars line { stroke: var(--line) }
table.matrix { width: auto; min-width: 100%; margin: .5rem 0 1rem; font-size: .82rem }
.matrix caption { text-align: left; font-weight: 600; padding: .2rem 0 }  .matrix th, .matrix td a { white-space: nowrap } .matrix td { border: 1px solid var(--line); min-width: 8.5rem }
.matrix .saw { font-size: .92em } .unseen { background: var(--soft) }
.rule-moves { color: var(--green); font-weight: 600 } .rule-refused { color: var(--red); font-weight: 600 }
.rule-idle { color: var(--amber); font-weight: 600 } .rule-open { color: var(--blue); font-weight: 600 }
footer { margin: 3rem auto 2rem; color: var(--dim); font-size: .9rem }
[hidden] { display: none !important }
@media (max-width: 48rem) { .versus { grid-template-columns: 1fr } dl { grid-template-columns: 1fr } dd { margin-bottom: .4rem } }
@media print { :root { color-scheme: light } body { font-size: 10pt } .tools, .copy, nav, .skip { display: none } header, main, footer { max-width: none; padding: 0 }
  pre { max-height: none; overflow: visible } .rule { content-visibility: visible } .wide { overflow: visible }
  .matrix th, .matrix td a, .badge, thead th { white-space: normal } .matrix td { min-width: 0 } a { color: inherit } .grid a, .badge, mark { print-color-adjust: exact } }
`
