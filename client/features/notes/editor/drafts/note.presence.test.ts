import { expect, test, vi } from 'vitest'
import { announceWriting } from './note.presence.ts'

test('two tabs that write on one note know of each other until one closes', async () => {
  const [first, second, elsewhere] = [vi.fn(), vi.fn(), vi.fn()]
  const stopFirst = announceWriting({ what: '1/note/7', tab: 'a', onChange: first })
  const stopElsewhere = announceWriting({ what: '1/note/8', tab: 'c', onChange: elsewhere })
  const stopSecond = announceWriting({ what: '1/note/7', tab: 'b', onChange: second })
  await vi.waitFor(() => expect(second).toHaveBeenLastCalledWith(true))
  expect(first).toHaveBeenLastCalledWith(true)

  stopFirst()
  await vi.waitFor(() => expect(second).toHaveBeenLastCalledWith(false))
  expect(elsewhere).not.toHaveBeenCalled()
  stopSecond()
  stopElsewhere()
})

test('where the browser forbids channels, a note is written without news of other tabs', () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('denied', 'SecurityError')
      }
    },
  )
  const stop = announceWriting({ what: '1/note/7', tab: 'a', onChange: () => undefined })
  stop()
})
