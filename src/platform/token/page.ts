import { textAnswer } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'

const escape = (raw: string): string => raw.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export interface HtmlPage {
  readonly title: string
  readonly action: string
  readonly hidden: Readonly<Record<string, string | undefined>>
  readonly asksLogin: boolean
  readonly buttons: ReadonlyArray<readonly [value: string, label: string]>
  readonly problem?: string | undefined
}

/** One HTML form for a browser. */
export function htmlPage({ title, action, hidden, asksLogin, buttons, problem }: HtmlPage): PlatformResponse {
  const carried = Object.entries(hidden).flatMap(([name, value]) =>
    value === undefined ? [] : [`<input type="hidden" name="${escape(name)}" value="${escape(value)}">`],
  )
  const login = asksLogin
    ? [
        '<p><label>User <input type="text" name="username" autocomplete="username" required></label></p>',
        '<p><label>Password <input type="password" name="password" autocomplete="current-password" required></label></p>',
      ]
    : []
  const shown = buttons.map(
    ([value, label]) => `<button type="submit" name="decision" value="${escape(value)}">${escape(label)}</button>`,
  )
  return textAnswer(
    200,
    'text/html;charset=UTF-8',
    [
      '<!DOCTYPE html>',
      `<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head><body>`,
      `<h1>${escape(title)}</h1>`,
      ...(problem === undefined ? [] : [`<p role="alert">${escape(problem)}</p>`]),
      `<form method="post" action="${escape(action)}">`,
      ...carried,
      ...login,
      `<p>${shown.join(' ')}</p>`,
      '</form></body></html>',
      '',
    ].join('\n'),
    [['Cache-Control', 'no-store']],
  )
}
