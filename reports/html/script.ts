/** What the page does in the browser: filters, copies, opens what an address points at. Without it, everything is there and unfolds all the same. */
export const script = `'use strict'
const find = (selector) => document.querySelector(selector)
const all = (selector) => [...document.querySelectorAll(selector)]
const [words, is, level, told] = ['#words', '#is', '#level', '#told'].map(find)
const texts = new Map()
const textOf = (row) => {
  if (!texts.has(row)) {
    const rule = row.closest('.rule')
    texts.set(row, ((rule ? rule.querySelector('summary').textContent : '') + ' ' + row.textContent).toLowerCase())
  }
  return texts.get(row)
}

function filter() {
  const sought = words.value.toLowerCase().split(' ').filter(Boolean)
  const active = sought.length > 0 || is.value !== '' || level.value !== ''
  const shown = { check: 0, statement: 0 }
  for (const row of all('.check, .statement')) {
    const { is: verdict, level: row_level } = row.dataset
    const fits = (!is.value || is.value.split(' ').includes(verdict)) && (!level.value || level.value === row_level)
    row.hidden = active && !(fits && sought.every((word) => textOf(row).includes(word)))
    if (!row.hidden) shown[row.classList.contains('check') ? 'check' : 'statement'] += 1
  }
  for (const group of all('.rule')) {
    const some = group.querySelector('.check:not([hidden])') !== null
    group.hidden = !some
    group.open = active && some && shown.check <= 200
  }
  for (const part of all('.interface')) {
    part.hidden = active && !part.querySelector('.check:not([hidden]), .statement:not([hidden])')
    if (active) for (const table of part.querySelectorAll('.trace, .checks')) table.open = true
  }
  told.textContent = active ? shown.check + ' checks and ' + shown.statement + ' statements shown' : ''
}

function reveal() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!place) return
  if (place.closest('[hidden]')) {
    words.value = is.value = level.value = ''
    filter()
  }
  for (let at = place; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true
  place.scrollIntoView()
}

if (words) {
  find('.tools').hidden = false
  let waiting
  words.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(filter, 120)
  })
  for (const choice of [is, level]) choice.addEventListener('change', filter)
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(?:INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return
    event.preventDefault()
    words.focus()
  })
}
addEventListener('hashchange', reveal)
if (location.hash) reveal()

for (const button of all('.copy')) button.hidden = false
addEventListener('click', async ({ target }) => {
  if (!target.matches('.copy')) return
  const text = target.previousElementSibling
  try {
    await navigator.clipboard.writeText(text.textContent)
    target.textContent = 'Copied'
    setTimeout(() => { target.textContent = 'Copy' }, 1500)
  } catch {
    getSelection().selectAllChildren(text)
  }
})

let opened = []
addEventListener('beforeprint', () => {
  opened = all('details:not([open])').filter((part) => !part.matches('.rule') || part.querySelector('.check:not([data-is="pass"])'))
  for (const part of opened) part.open = true
})
addEventListener('afterprint', () => {
  for (const part of opened) part.open = false
})
`
