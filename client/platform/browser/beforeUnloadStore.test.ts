import { afterEach, expect, test, vi } from 'vitest'
import { createHeldByPage } from './beforeUnloadStore.ts'

afterEach(() => vi.unstubAllGlobals())

test('whoever closes the page is asked for as long as anything is held, whatever else comes and goes', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const [drafts, thoughts] = [createHeldByPage<string>(), createHeldByPage<string>()]
  expect(isAsked()).toBe(false)
  thoughts.put('1', '지나가는 생각')
  drafts.put('1', '쓰던 노트')
  drafts.drop('1')
  expect(isAsked()).toBe(true)
  thoughts.drop('1')
  expect(isAsked()).toBe(false)
})
