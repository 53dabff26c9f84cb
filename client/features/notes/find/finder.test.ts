import { expect, test } from 'vitest'
import { findExpression } from './expression.engine.ts'
import type { ExpressionRequest, ExpressionResult } from './expression.search.ts'
import { type FindQuery, NO_QUERY } from './find.rules.ts'
import { createFinder } from './finder.ts'

const queryOf = (text: string, isExpression = false): FindQuery => ({ ...NO_QUERY, text, isExpression })

/** A finder whose searches of expressions wait until `answer` is called. */
function startFinder(text: string) {
  const requests: { request: ExpressionRequest; answer: (result?: ExpressionResult) => Promise<void> }[] = []
  const finder = createFinder({
    search: request =>
      new Promise(resolve =>
        requests.push({
          request,
          answer: async result => resolve(result ?? findExpression(request.text, request.query)),
        }),
      ),
  })
  finder.setText(text)
  /** The starts of the matches, the current one in brackets. */
  const shown = () => {
    const { matches, current } = finder.state()
    return matches.map(({ from }, index) => (index === current ? `[${from}]` : String(from))).join(' ')
  }
  return { finder, requests, shown }
}

test('begins behind the caret, goes round, and counts visits', () => {
  const { finder, shown } = startFinder('가나가나가')
  finder.moveTo(1)
  finder.setQuery(queryOf('가'))
  expect(shown()).toBe('0 [2] 4')
  finder.step(1)
  finder.step(1)
  expect(shown()).toBe('[0] 2 4')
  finder.step(-1)
  expect(shown()).toBe('0 2 [4]')
  expect(finder.state().visits).toBe(4)
})

test('keeps the first match when the search has gone round', () => {
  const { finder, shown } = startFinder('가나가나')
  finder.moveTo(4)
  finder.setQuery(queryOf('가'))
  expect(shown()).toBe('[0] 2')
  finder.setText('앞 가 가나가나')
  expect(shown()).toBe('2 [4] 6')
})

test('goes on from a selection', () => {
  const { finder, shown } = startFinder('가나가나가')
  finder.setQuery(queryOf('가'))
  finder.step(1, { start: 3, end: 3 })
  expect(shown()).toBe('0 2 [4]')
  finder.step(1, { start: 5, end: 5 })
  expect(shown()).toBe('[0] 2 4')
  finder.step(-1, { start: 4, end: 5 })
  expect(shown()).toBe('0 [2] 4')
  finder.step(-1, { start: 0, end: 1 })
  expect(shown()).toBe('0 2 [4]')
})

test('keeps the current match while others change the text, without a visit', () => {
  const { finder, shown } = startFinder('가 나 가 나 가')
  finder.setQuery(queryOf('가'))
  finder.step(1)
  const { visits } = finder.state()
  finder.setText('앞에 쓴 가 나 가 나 가')
  expect(shown()).toBe('5 [9] 13')
  finder.setText('앞에 쓴 가 나 가 나')
  expect(shown()).toBe('5 [9]')
  expect(finder.state().visits).toBe(visits)
})

test('goes to the next match after a replacement', () => {
  const { finder, shown } = startFinder('가 가 가')
  finder.setQuery(queryOf('가'))
  finder.moveTo(1, { visitsNext: true })
  finder.setText('가나 가 가')
  expect(shown()).toBe('0 [3] 5')
  expect(finder.state().visits).toBe(2)
})

test('searches an expression once at a time, and last in the newest text', async () => {
  const { finder, requests, shown } = startFinder('1 2')
  finder.setQuery(queryOf('\\d', true))
  finder.setText('11 2')
  finder.setText('111 2')
  expect(requests).toHaveLength(1)
  await requests[0]?.answer()
  await expect.poll(() => requests.length).toBe(2)
  expect(requests[1]?.request.text).toBe('111 2')
  await requests[1]?.answer()
  await expect.poll(shown).toBe('[0] 1 2 4')
})

test('moves the matches of an expression with the text until the worker answers', async () => {
  const { finder, requests, shown } = startFinder('1 2')
  finder.setQuery(queryOf('\\d', true))
  await requests[0]?.answer()
  await expect.poll(shown).toBe('[0] 2')
  finder.setText('1 가 2')
  expect(finder.state().matches.map(({ from }) => from)).toEqual([0, 4])
})

test('does not search a slow or invalid expression again at every key', async () => {
  const { finder, requests } = startFinder('aaaa')
  finder.setQuery(queryOf('(a+)+$', true))
  await requests[0]?.answer('tooSlow')
  await expect.poll(() => finder.state().problem).toBe('tooSlow')
  finder.setText('aaaab')
  expect(requests).toHaveLength(1)
  finder.setQuery(queryOf('a+', true))
  expect(requests).toHaveLength(2)
  expect(finder.state().problem).toBeNull()
})
