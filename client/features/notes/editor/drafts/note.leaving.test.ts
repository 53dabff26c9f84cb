import { expect, test } from 'vitest'
import { addLeft, isLeft, leftSaveOfDraft, leftSavesEnded, leftSavesOf } from './note.leaving.ts'

/** A save that ends when it is told to. */
function leave(requestKey: string, noteNo: number | null) {
  let end = () => {}
  addLeft(requestKey, noteNo, new Promise(resolve => (end = resolve)))
  return end
}

async function hasEnded(waiting: Promise<void>): Promise<boolean> {
  return Promise.race([waiting.then(() => true), new Promise<false>(resolve => setImmediate(resolve, false))])
}

test('a note waits for its own saves, and for those that have no number yet', async () => {
  const end = leave('key', 7)
  expect(await hasEnded(leftSavesOf(8))).toBe(true)
  expect(await hasEnded(leftSavesOf(7))).toBe(false)
  expect(await hasEnded(leftSavesEnded())).toBe(false)
  end()
  expect(await hasEnded(leftSavesOf(7))).toBe(true)

  const endNew = leave('new', null)
  expect(await hasEnded(leftSavesOf(8))).toBe(false)
  expect(await hasEnded(leftSaveOfDraft('another'))).toBe(true)
  expect(await hasEnded(leftSaveOfDraft('new'))).toBe(false)
  expect(isLeft('new')).toBe(true)
  endNew()
  expect(await hasEnded(leftSaveOfDraft('new'))).toBe(true)
  expect(isLeft('new')).toBe(false)
})
