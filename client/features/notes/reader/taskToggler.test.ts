import { expect, test } from 'vitest'
import { parseMarkdown } from '#client/markdown/markdown.parser.ts'
import { taskOf } from '#client/markdown/task.rules.ts'
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
])('%j: %j', (text, words, after) => {
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

const task = (line: number) => ({ line, isDone: false })

/** A server with one note, which responds on request, and a toggler of that note. */
function start(text: string) {
  let serverNote: SavedNote = { title: '할 일', text, version: 1 }
  const messages: string[] = []
  const pendingRequests: (() => void)[] = []
  const fetched = serverNote
  const toggler = createTaskToggler({
    async save(note) {
      await new Promise<void>(resolve => pendingRequests.push(resolve))
      if (note.version !== serverNote.version) return { isMine: false, note: serverNote }
      serverNote = { ...note, version: note.version + 1 }
      return { isMine: true, note: serverNote }
    },
    onLost: () => messages.push('lost'),
    onFailed: error => messages.push(String(error)),
  })
  return {
    toggler,
    fetched,
    messages,
    respond: () => pendingRequests.shift()?.(),
    pendingRequests,
    changeOnServer(newText: string) {
      serverNote = { ...serverNote, text: newText, version: serverNote.version + 1 }
    },
    getServerNote: () => serverNote,
  }
}

/** Lets the server respond until everything is saved. */
async function respondUntilIdle({
  toggler,
  pendingRequests,
  respond,
}: ReturnType<typeof start>): Promise<void> {
  const whenIdle = toggler.whenIdle()
  let isDone = false
  void whenIdle.then(() => {
    isDone = true
  })
  while (!isDone) {
    if (pendingRequests.length > 0) respond()
    await new Promise(setImmediate)
  }
}

test('shows a toggle at once and saves it on the fetched version', async () => {
  const setup = start('- [ ] 가')
  setup.toggler.toggle(setup.fetched, task(0), true)
  expect(setup.toggler.getShownNote()?.text).toBe('- [x] 가')
  expect(setup.getServerNote().text).toBe('- [ ] 가')
  await respondUntilIdle(setup)
  expect(setup.getServerNote()).toEqual({ title: '할 일', text: '- [x] 가', version: 2 })
  expect(setup.toggler.getShownNote()).toEqual(setup.getServerNote())
})

test('saves two quick toggles', async () => {
  const setup = start('- [ ] 가\n- [ ] 나')
  setup.toggler.toggle(setup.fetched, task(0), true)
  setup.toggler.toggle(setup.fetched, task(1), true)
  expect(setup.toggler.getShownNote()?.text).toBe('- [x] 가\n- [x] 나')
  await respondUntilIdle(setup)
  expect(setup.getServerNote().text).toBe('- [x] 가\n- [x] 나')
  expect(setup.getServerNote().version).toBe(3)
})

test('saves the last state after toggling twice during a save', async () => {
  const setup = start('- [ ] 가')
  for (const isDone of [true, false]) setup.toggler.toggle(setup.fetched, task(0), isDone)
  await respondUntilIdle(setup)
  expect(setup.getServerNote().text).toBe('- [ ] 가')
})

test('applies a toggle to a text that was changed elsewhere', async () => {
  const setup = start('- [ ] 가')
  setup.changeOnServer('새 줄\n- [ ] 가')
  setup.toggler.toggle(setup.fetched, task(0), true)
  await respondUntilIdle(setup)
  expect(setup.getServerNote()).toMatchObject({ text: '새 줄\n- [x] 가', version: 3 })
  expect(setup.messages).toEqual([])
})

test('reverts a toggle whose task is missing and shows the other version', async () => {
  const setup = start('- [ ] 가\n- [ ] 나')
  setup.changeOnServer('- [ ] 나')
  setup.toggler.toggle(setup.fetched, task(0), true)
  setup.toggler.toggle(setup.fetched, task(1), true)
  await respondUntilIdle(setup)
  expect(setup.messages).toEqual(['lost'])
  expect(setup.getServerNote().text).toBe('- [x] 나')
  expect(setup.toggler.getShownNote()?.text).toBe('- [x] 나')
})

test('reverts toggles after a failed save and saves the next one', async () => {
  let isOffline = true
  const messages: unknown[] = []
  const note = { title: '할 일', text: '- [ ] 가\n- [ ] 나', version: 1 }
  const toggler = createTaskToggler({
    async save(changed) {
      if (isOffline) throw new Error('offline')
      return { isMine: true, note: { ...changed, version: changed.version + 1 } }
    },
    onLost: () => messages.push('lost'),
    onFailed: error => messages.push(error),
  })
  toggler.toggle(note, task(0), true)
  toggler.toggle(note, task(1), true)
  await toggler.whenIdle()
  expect(messages).toEqual([new Error('offline')])
  expect(toggler.getShownNote()?.text).toBe(note.text)
  isOffline = false
  toggler.toggle(note, task(1), true)
  await toggler.whenIdle()
  expect(toggler.getShownNote()?.text).toBe('- [ ] 가\n- [x] 나')
})
