import { expect, test } from 'vitest'
import { createTicker, type SavedNote } from './note.ticker.ts'

const task = (line: number) => ({ line, isDone: false })

/** A server with one note, which answers when it is told to, and a ticker of that note. */
function start(text: string) {
  let onServer: SavedNote = { title: '할 일', text, version: 1 }
  const told: string[] = []
  const held: (() => void)[] = []
  const fetched = onServer
  const ticker = createTicker({
    async save(note) {
      await new Promise<void>(resolve => held.push(resolve))
      if (note.version !== onServer.version) return { isMine: false, note: onServer }
      onServer = { ...note, version: note.version + 1 }
      return { isMine: true, note: onServer }
    },
    onLost: () => told.push('lost'),
    onFailed: error => told.push(String(error)),
  })
  return {
    ticker,
    fetched,
    told,
    answers: () => held.shift()?.(),
    held,
    changes(newText: string) {
      onServer = { ...onServer, text: newText, version: onServer.version + 1 }
    },
    has: () => onServer,
  }
}

/** Lets the server answer until nothing is to be saved. */
async function settle({ ticker, held, answers }: ReturnType<typeof start>): Promise<void> {
  const settled = ticker.settled()
  let isDone = false
  void settled.then(() => {
    isDone = true
  })
  while (!isDone) {
    if (held.length > 0) answers()
    await new Promise(setImmediate)
  }
}

test('a tick is shown at once, and saved on the version that was fetched', async () => {
  const one = start('- [ ] 가')
  one.ticker.tick(one.fetched, task(0), true)
  expect(one.ticker.shown()?.text).toBe('- [x] 가')
  expect(one.has().text).toBe('- [ ] 가')
  await settle(one)
  expect(one.has()).toEqual({ title: '할 일', text: '- [x] 가', version: 2 })
  expect(one.ticker.shown()).toEqual(one.has())
})

test('two quick ticks both hold, whenever the answers come', async () => {
  const one = start('- [ ] 가\n- [ ] 나')
  one.ticker.tick(one.fetched, task(0), true)
  one.ticker.tick(one.fetched, task(1), true)
  expect(one.ticker.shown()?.text).toBe('- [x] 가\n- [x] 나')
  await settle(one)
  expect(one.has().text).toBe('- [x] 가\n- [x] 나')
  expect(one.has().version).toBe(3)
})

test('what is ticked and taken back while a save is under way ends as it was left', async () => {
  const one = start('- [ ] 가')
  for (const isDone of [true, false]) one.ticker.tick(one.fetched, task(0), isDone)
  await settle(one)
  expect(one.has().text).toBe('- [ ] 가')
})

test('over a text that was changed elsewhere the tick is saved where its task stands now', async () => {
  const one = start('- [ ] 가')
  one.changes('새 줄\n- [ ] 가')
  one.ticker.tick(one.fetched, task(0), true)
  await settle(one)
  expect(one.has()).toMatchObject({ text: '새 줄\n- [x] 가', version: 3 })
  expect(one.told).toEqual([])
})

test('a tick whose task is gone is taken back, and the other text is shown', async () => {
  const one = start('- [ ] 가\n- [ ] 나')
  one.changes('- [ ] 나')
  one.ticker.tick(one.fetched, task(0), true)
  one.ticker.tick(one.fetched, task(1), true)
  await settle(one)
  expect(one.told).toEqual(['lost'])
  expect(one.has().text).toBe('- [x] 나')
  expect(one.ticker.shown()?.text).toBe('- [x] 나')
})

test('what could not be saved is taken back, and the next tick begins anew', async () => {
  let isBroken = true
  const told: unknown[] = []
  const note = { title: '할 일', text: '- [ ] 가\n- [ ] 나', version: 1 }
  const ticker = createTicker({
    async save(changed) {
      if (isBroken) throw new Error('offline')
      return { isMine: true, note: { ...changed, version: changed.version + 1 } }
    },
    onLost: () => told.push('lost'),
    onFailed: error => told.push(error),
  })
  ticker.tick(note, task(0), true)
  ticker.tick(note, task(1), true)
  await ticker.settled()
  expect(told).toEqual([new Error('offline')])
  expect(ticker.shown()?.text).toBe(note.text)
  isBroken = false
  ticker.tick(note, task(1), true)
  await ticker.settled()
  expect(ticker.shown()?.text).toBe('- [ ] 가\n- [x] 나')
})
