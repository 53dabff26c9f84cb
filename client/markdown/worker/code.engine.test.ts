import { expect, test } from 'vitest'
import { colourCode } from './code.engine.ts'

test('code becomes spans with classes, and its text stays', () => {
  const code = 'const 가 = "하나" // <b>\n'
  const answer = colourCode({ code, language: 'js' }, 1_000)
  if (answer.is !== 'drawn') throw new Error(answer.is)
  const texts = answer.nodes.map(node => ('text' in node ? node.text : ''))
  expect(texts.join('')).toBe(code)
  const elements = answer.nodes.filter(node => 'tag' in node)
  expect(new Set(elements.map(({ tag }) => tag))).toEqual(new Set(['span']))
  expect(elements[0]).toMatchObject({ within: -1, className: 'hljs-keyword' })
})

test('a language that nobody knows is wrong', () => {
  expect(colourCode({ code: 'x', language: '한글' }, 1_000)).toEqual({ is: 'wrong' })
})

test('code of more parts than may be shown is over its budget', () => {
  expect(colourCode({ code: '{[('.repeat(1_600), language: 'json' }, 2_500).is).toBe('over')
})
