import { expect, test } from 'vitest'
import { highlightCode } from './code.engine.ts'

test('wraps code in spans with classes and keeps its text', () => {
  const code = 'const 가 = "하나" // <b>\n'
  const result = highlightCode({ code, language: 'js' }, 1_000)
  if (result.status !== 'rendered') throw new Error(result.status)
  const texts = result.nodes.map(node => ('text' in node ? node.text : ''))
  expect(texts.join('')).toBe(code)
  const elements = result.nodes.filter(node => 'tag' in node)
  expect(new Set(elements.map(({ tag }) => tag))).toEqual(new Set(['span']))
  expect(elements[0]).toMatchObject({ parent: -1, className: 'hljs-keyword' })
})

test('rejects an unknown language', () => {
  expect(highlightCode({ code: 'x', language: '한글' }, 1_000)).toEqual({ status: 'invalid' })
})

test('code with too many tokens is over budget', () => {
  expect(highlightCode({ code: '{[('.repeat(1_600), language: 'json' }, 2_500).status).toBe('overBudget')
})
