import { expect, test, vi } from 'vitest'
import { announceEditing } from './useOtherTabs.ts'

test('detects another tab with the same note until that tab closes', async () => {
  const [first, second, elsewhere] = [vi.fn(), vi.fn(), vi.fn()]
  const stopFirst = announceEditing({ what: '1/note/7', tab: 'a', onChange: first })
  const stopElsewhere = announceEditing({ what: '1/note/8', tab: 'c', onChange: elsewhere })
  const stopSecond = announceEditing({ what: '1/note/7', tab: 'b', onChange: second })
  await vi.waitFor(() => expect(second).toHaveBeenLastCalledWith(true))
  expect(first).toHaveBeenLastCalledWith(true)

  stopFirst()
  await vi.waitFor(() => expect(second).toHaveBeenLastCalledWith(false))
  expect(elsewhere).not.toHaveBeenCalled()
  stopSecond()
  stopElsewhere()
})

test('works without broadcast channels', () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('denied', 'SecurityError')
      }
    },
  )
  const stop = announceEditing({ what: '1/note/7', tab: 'a', onChange: () => undefined })
  stop()
})
