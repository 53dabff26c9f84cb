// @vitest-environment jsdom
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { tabsWithCopy, writeTabCopy } from '#client/session/tabCopies.ts'

const OWNER = { userNo: 1, epoch: 'epoch' }
const THREAD = '1/4/12'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.resetModules()
})

async function openPage() {
  const [{ holdLock }, { writeTabCopy }] = await Promise.all([
    import('#client/features/documents/locks.ts'),
    import('#client/session/tabCopies.ts'),
  ])
  sessionStorage.setItem('tab_id', 'earlier')
  const { startTabCopies, takeCommentsOfClosedTabs } = await import('./comments.tabCopies.ts')
  const { outboxAtom } = await import('./comments.outbox.ts')
  return {
    holdLockOfEarlierTab: () => holdLock('geulmaru-comments/earlier'),
    writeCopyOfEarlierTab(text: string) {
      const outgoing = [{ requestKey: text, text, failure: null }]
      writeTabCopy('earlier', { ...OWNER, outboxes: { [THREAD]: { text: '', edits: {}, outgoing } } })
    },
    start: () => startTabCopies(OWNER, { rememberMe: true, onTaken: () => undefined }),
    take: () => takeCommentsOfClosedTabs(OWNER),
    taken: () => (getDefaultStore().get(outboxAtom)[THREAD]?.outgoing ?? []).map(({ text }) => text),
  }
}

test('a duplicated tab takes over what the first one has written since, once that one is closed', async () => {
  const duplicate = await openPage()
  const close = duplicate.holdLockOfEarlierTab()
  expect(await duplicate.take()).toBe(false)
  duplicate.writeCopyOfEarlierTab('복제한 뒤에 쓴 말')
  close()
  expect(await duplicate.take()).toBe(true)
  expect(duplicate.taken()).toEqual(['복제한 뒤에 쓴 말'])
})

test('a reloaded page discards its copy, because session storage has its texts', async () => {
  const reloaded = await openPage()
  reloaded.writeCopyOfEarlierTab('새로 고치기 전의 말')
  expect(await reloaded.take()).toBe(false)
  expect(reloaded.taken()).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test('only the start of a session erases the copies of another user, who may have signed in since', async () => {
  const page = await openPage()
  writeTabCopy('closed', { userNo: 2, epoch: OWNER.epoch, outboxes: {} })
  expect(await page.take()).toBe(false)
  expect(tabsWithCopy()).toEqual(['closed'])
  const end = page.start()
  await vi.waitFor(() => expect(tabsWithCopy()).toEqual([]))
  end()
})
