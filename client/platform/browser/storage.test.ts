import { afterEach, expect, test, vi } from 'vitest'
import { createBeforeUnloadStore } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('asks before the page is closed while any store has a value', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const [drafts, thoughts] = [createBeforeUnloadStore<string>(), createBeforeUnloadStore<string>()]
  expect(asks()).toBe(false)
  thoughts.put('1', '지나가는 생각')
  drafts.put('1', '쓰던 노트')
  drafts.drop('1')
  expect(asks()).toBe(true)
  thoughts.drop('1')
  expect(asks()).toBe(false)
})
