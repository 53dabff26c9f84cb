// @vitest-environment jsdom

import { expect, test, vi } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { collectUnsent } from '#client/session/session.beforeSignOut.ts'
import './outbox.signOut.ts'

vi.mock(import('#client/features/documents/documentStore.ts'), async importOriginal => ({
  ...(await importOriginal()),
  findCopies: async () => [],
}))

const NOBODY = 0

test('tells of a quick note that waits to be sent, and of one that was not saved', async () => {
  await completeCatalogue()
  vi.useFakeTimers()
  async function collect() {
    const collected = collectUnsent()
    await vi.runAllTimersAsync()
    return await collected
  }
  expect(await collect()).toEqual({ unsent: [], staying: [] })

  localStorage.setItem(`quick_note/${NOBODY}`, '오프라인에서 적은 말')
  localStorage.setItem(`quick_note_key/${NOBODY}`, 'key')
  expect(await collect()).toEqual({ unsent: [], staying: [expect.stringContaining('1개')] })

  localStorage.setItem(`quick_note_asked/${NOBODY}`, 'key')
  expect(await collect()).toEqual({ unsent: [expect.stringContaining('노트 1개')], staying: [] })
})
