import { expect, test } from 'vitest'
import {
  addPendingSave,
  isSavePending,
  waitForPendingSaves,
  waitForSaveOfDraft,
  waitForSavesOf,
} from './note.pendingSaves.ts'

/** Adds a pending save and returns the function that ends it. */
function startSave(requestKey: string, noteNo: number | null) {
  let end = () => {}
  addPendingSave(requestKey, noteNo, new Promise(resolve => (end = resolve)))
  return end
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), new Promise<false>(resolve => setImmediate(resolve, false))])
}

test('waits for saves of the same note and for saves without a note number', async () => {
  const end = startSave('key', 7)
  expect(await isSettled(waitForSavesOf(8))).toBe(true)
  expect(await isSettled(waitForSavesOf(7))).toBe(false)
  expect(await isSettled(waitForPendingSaves())).toBe(false)
  end()
  expect(await isSettled(waitForSavesOf(7))).toBe(true)

  const endNew = startSave('new', null)
  expect(await isSettled(waitForSavesOf(8))).toBe(false)
  expect(await isSettled(waitForSaveOfDraft('another'))).toBe(true)
  expect(await isSettled(waitForSaveOfDraft('new'))).toBe(false)
  expect(isSavePending('new')).toBe(true)
  endNew()
  expect(await isSettled(waitForSaveOfDraft('new'))).toBe(true)
  expect(isSavePending('new')).toBe(false)
})
