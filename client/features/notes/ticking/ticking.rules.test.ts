import { expect, test } from 'vitest'
import { parseMarkdown } from '#client/markdown/markdown.parser.ts'
import { taskOf } from '#client/markdown/task.rules.ts'
import { afterTicks, tickOf } from './ticking.rules.ts'

/** The text after the task with these words was pressed, as it is drawn. */
function pressed(text: string, words: string): string {
  const token = parseMarkdown(text).find(({ type, content }) => type === 'inline' && content === words)
  const task = token && taskOf(token)
  if (task === undefined) throw new Error(`${words} is no task`)
  return afterTicks(text, [tickOf(text, task, !task.isDone)]).text
}

test.each([
  ['- [ ] 가\n- [ ] 나', '나', '- [ ] 가\n- [x] 나'],
  ['- [x] 가', '가', '- [ ] 가'],
  ['- [X] 가', '가', '- [ ] 가'],
  ['머리\r\n\r\n1. [ ] 가\r\n   끝', '가\n끝', '머리\r\n\r\n1. [x] 가\r\n   끝'],
  ['> - 나\n>   - [ ] 가', '가', '> - 나\n>   - [x] 가'],
  ['- [ ] [ ] 가', '[ ] 가', '- [x] [ ] 가'],
  ['- - [ ] [글](https://a.kr)', '[글](https://a.kr)', '- - [x] [글](https://a.kr)'],
  ['[a]: https://a.kr\n\n- [ ] 가 [a]', '가 [a]', '[a]: https://a.kr\n\n- [x] 가 [a]'],
  ['글[^1]\n\n[^1]: 각주\n\n- [ ] 가', '가', '글[^1]\n\n[^1]: 각주\n\n- [x] 가'],
])('%j: %j', (text, words, after) => {
  expect(pressed(text, words)).toBe(after)
})

const text = '- [ ] 가\n- [ ] 나\n- [ ] 나'
const tick = (line: number) => tickOf(text, { line, isDone: false }, true)

test('of a text that was changed meanwhile a task is ticked where it stands now', () => {
  expect(afterTicks('새 줄\n- [ ] 가', [tick(0)])).toEqual({ text: '새 줄\n- [x] 가', lost: [] })
  expect(afterTicks('- [x] 가', [tick(0)])).toEqual({ text: '- [x] 가', lost: [] })
})

test('a task that is gone, or of which there are several elsewhere, is lost and nothing else changes', () => {
  expect(afterTicks('- [ ] 라', [tick(0)])).toEqual({ text: '- [ ] 라', lost: [tick(0)] })
  const moved = '새 줄\n새 줄\n- [ ] 다\n- [ ] 나\n- [ ] 나'
  expect(afterTicks(moved, [tick(1)])).toEqual({ text: moved, lost: [tick(1)] })
})

test('ticks of one text come one after the other', () => {
  const undone = { ...tick(0), isDone: false }
  expect(afterTicks(text, [tick(0), tick(1), undone])).toEqual({
    text: '- [ ] 가\n- [x] 나\n- [ ] 나',
    lost: [],
  })
})
