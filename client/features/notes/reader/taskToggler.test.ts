import { expect, test } from 'vitest'
import { parseMarkdown } from '#protocol/markdown/markdown.parser.ts'
import { taskOf } from '#protocol/markdown/task.rules.ts'
import { applyToggles, createTaskToggler, createToggle, type SavedNote } from './taskToggler.ts'

/** The text after toggling the task with this label. */
function toggleByLabel(text: string, words: string): string {
  const token = parseMarkdown(text).find(({ type, content }) => type === 'inline' && content === words)
  const task = token && taskOf(token)
  if (task === undefined) throw new Error(`${words} is no task`)
  return applyToggles(text, [createToggle(text, task, !task.isDone)]).text
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
])('toggles in %j the task %j', (text, words, after) => {
  expect(toggleByLabel(text, words)).toBe(after)
})

const text = '- [ ] 가\n- [ ] 나\n- [ ] 나'
const toggle = (line: number) => createToggle(text, { line, isDone: false }, true)

test('toggles a task that has moved in the text', () => {
  expect(applyToggles('새 줄\n- [ ] 가', [toggle(0)])).toEqual({ text: '새 줄\n- [x] 가', lost: [] })
  expect(applyToggles('- [x] 가', [toggle(0)])).toEqual({ text: '- [x] 가', lost: [] })
})

test('reports tasks as lost if they are missing or ambiguous', () => {
  expect(applyToggles('- [ ] 라', [toggle(0)])).toEqual({ text: '- [ ] 라', lost: [toggle(0)] })
  const moved = '새 줄\n새 줄\n- [ ] 다\n- [ ] 나\n- [ ] 나'
  expect(applyToggles(moved, [toggle(1)])).toEqual({ text: moved, lost: [toggle(1)] })
})

test('applies toggles in order', () => {
  const reverted = { ...toggle(0), isDone: false }
  expect(applyToggles(text, [toggle(0), toggle(1), reverted])).toEqual({
    text: '- [ ] 가\n- [x] 나\n- [ ] 나',
    lost: [],
  })
})

/** A server with one note, which responds later, and a toggler of that note. */
function start(text: string) {
  let serverNote: SavedNote = { title: '할 일', text, version: 1 }
  let isOffline = false
  const messages: string[] = []
  const fetched = serverNote
  const toggler = createTaskToggler({
    async save(note) {
      await new Promise(setImmediate)
      if (isOffline) throw new Error('offline')
      if (note.version !== serverNote.version) return { isMine: false, note: serverNote }
      serverNote = { ...note, version: note.version + 1 }
      return { isMine: true, note: serverNote }
    },
    onLost: () => messages.push('lost'),
    onFailed: error => messages.push(String(error)),
  })
  return {
    toggler,
    messages,
    toggle: (line: number, isDone = true) => toggler.toggle(fetched, { line, isDone: false }, isDone),
    changeOnServer(newText: string) {
      serverNote = { ...serverNote, text: newText, version: serverNote.version + 1 }
    },
    getServerNote: () => serverNote,
    setOffline: (now: boolean) => (isOffline = now),
  }
}

test('shows a toggle at once and saves it on the fetched version', async () => {
  const { toggler, toggle, getServerNote } = start('- [ ] 가')
  toggle(0)
  expect(toggler.getShownNote()?.text).toBe('- [x] 가')
  expect(getServerNote().text).toBe('- [ ] 가')
  await toggler.whenIdle()
  expect(getServerNote()).toEqual({ title: '할 일', text: '- [x] 가', version: 2 })
  expect(toggler.getShownNote()).toEqual(getServerNote())
})

test('saves two quick toggles', async () => {
  const { toggler, toggle, getServerNote } = start('- [ ] 가\n- [ ] 나')
  toggle(0)
  toggle(1)
  expect(toggler.getShownNote()?.text).toBe('- [x] 가\n- [x] 나')
  await toggler.whenIdle()
  expect(getServerNote()).toMatchObject({ text: '- [x] 가\n- [x] 나', version: 3 })
})

test('saves the last state after toggling twice during a save', async () => {
  const { toggler, toggle, getServerNote } = start('- [ ] 가')
  toggle(0, true)
  toggle(0, false)
  await toggler.whenIdle()
  expect(getServerNote().text).toBe('- [ ] 가')
})

test('applies a toggle to a text that was changed elsewhere', async () => {
  const { toggler, toggle, messages, changeOnServer, getServerNote } = start('- [ ] 가')
  changeOnServer('새 줄\n- [ ] 가')
  toggle(0)
  await toggler.whenIdle()
  expect(getServerNote()).toMatchObject({ text: '새 줄\n- [x] 가', version: 3 })
  expect(messages).toEqual([])
})

test('reverts a toggle whose task is missing and shows the other version', async () => {
  const { toggler, toggle, messages, changeOnServer, getServerNote } = start('- [ ] 가\n- [ ] 나')
  changeOnServer('- [ ] 나')
  toggle(0)
  toggle(1)
  await toggler.whenIdle()
  expect(messages).toEqual(['lost'])
  expect(getServerNote().text).toBe('- [x] 나')
  expect(toggler.getShownNote()?.text).toBe('- [x] 나')
})

test('reverts toggles after a failed save and saves the next one', async () => {
  const { toggler, toggle, messages, setOffline } = start('- [ ] 가\n- [ ] 나')
  setOffline(true)
  toggle(0)
  toggle(1)
  await toggler.whenIdle()
  expect(messages).toEqual(['Error: offline'])
  expect(toggler.getShownNote()?.text).toBe('- [ ] 가\n- [ ] 나')
  setOffline(false)
  toggle(1)
  await toggler.whenIdle()
  expect(toggler.getShownNote()?.text).toBe('- [ ] 가\n- [x] 나')
})
