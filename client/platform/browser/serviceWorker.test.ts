import { expect, test, vi } from 'vitest'
import { activateWorker, TAKE_OVER } from './serviceWorker.ts'

function fakeWorker(state: ServiceWorkerState) {
  const worker = Object.assign(new EventTarget(), { state, postMessage: vi.fn() })
  function become(next: ServiceWorkerState) {
    worker.state = next
    worker.dispatchEvent(new Event('statechange'))
  }
  return { worker: worker as unknown as ServiceWorker, become }
}

test('a waiting worker takes over, and its page learns once that it has', () => {
  const { worker, become } = fakeWorker('installed')
  const onActive = vi.fn()
  activateWorker(worker, onActive)
  expect(worker.postMessage).toHaveBeenCalledWith(TAKE_OVER)
  become('activating')
  expect(onActive).not.toHaveBeenCalled()
  become('activated')
  become('redundant')
  expect(onActive).toHaveBeenCalledOnce()
})

test.each(['activated', 'redundant'] as const)('a worker that is %s by now is not waited for', state => {
  const onActive = vi.fn()
  activateWorker(fakeWorker(state).worker, onActive)
  expect(onActive).toHaveBeenCalledOnce()
})
